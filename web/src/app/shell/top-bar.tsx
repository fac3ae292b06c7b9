import type { MenuItem } from '@milepost/contract/menu-item';
import { ActionIcon, Group, UnstyledButton } from '@mantine/core';
import { useDocumentTitle, useFullscreenDocument } from '@mantine/hooks';
import {
  IconMaximize,
  IconMenu2,
  IconMinimize,
  IconMoon,
  IconPlayerPlay,
  IconSearch,
  IconSettings,
  IconSun,
} from '@tabler/icons-react';
import type { ReactNode, Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { LiveBadge } from '../../live/live-badge.tsx';
import { useLiveSocket } from '../../live/use-live.ts';
import { chooseAppearance, useAppearance } from '../../ui/appearance/appearance-store.ts';
import { Bell } from '../bell/bell.tsx';
import { openPalette } from '../palette/palette-store.ts';
import { saveSetting, useSettings } from '../panel/settings.ts';
import { ZoneNote } from '../../ui/zone-note.tsx';
import classes from './top-bar.module.css';
import type { Sidebar } from './use-sidebar.ts';
import { UserMenu } from './user-menu.tsx';
import type { TFunction } from 'i18next';
import { titledScreen } from '../screens.ts';
import { menuTitle, trailTo } from '../../ui/menu/menu.ts';

interface Props {
  ref: Ref<HTMLElement>;
  items: readonly MenuItem[];
  sidebar: Sidebar;
  onPanel: () => void;
}

export function TopBar({ ref, items, sidebar, onPanel }: Props) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const { toggle: toggleFullscreen, fullscreen } = useFullscreenDocument();
  const dark = useAppearance().theme === 'dark';
  const titles = titlesOf(t, items, pathname);
  useDocumentTitle([...titles.slice(-1), t('app.name')].join(' · '));

  return (
    <header ref={ref} className={classes.bar}>
      <BarButton label={t('shell.toggle-menu')} onClick={sidebar.toggle} expanded={!sidebar.closed}>
        <IconMenu2 size={20} stroke={1.6} />
      </BarButton>
      <div className={classes.where}>
        <ol className={classes.trail} aria-label={t('shell.trail')}>
          {titles.map((title, index) => (
            <li key={title} aria-current={index === titles.length - 1 ? 'page' : undefined}>
              {title}
            </li>
          ))}
        </ol>
        <ZoneNote className={classes.zones} />
      </div>
      <Group gap={4} wrap="nowrap" ms="auto">
        <Updates />
        <UnstyledButton className={classes.find} onClick={openPalette} aria-keyshortcuts="Control+K">
          <IconSearch size={16} stroke={1.6} aria-hidden />
          <span>{t('palette.open')}</span>
          <kbd>Ctrl K</kbd>
        </UnstyledButton>
        <span className={classes.wide}>
          <BarButton
            label={t(fullscreen ? 'shell.leave-fullscreen' : 'shell.fullscreen')}
            onClick={() => void toggleFullscreen()}
          >
            {fullscreen ? <IconMinimize size={20} stroke={1.6} /> : <IconMaximize size={20} stroke={1.6} />}
          </BarButton>
        </span>
        <span className={classes.wide}>
          <BarButton
            label={t(dark ? 'shell.to-light' : 'shell.to-dark')}
            onClick={() => chooseAppearance({ theme: dark ? 'light' : 'dark' })}
          >
            {dark ? <IconSun size={20} stroke={1.6} /> : <IconMoon size={20} stroke={1.6} />}
          </BarButton>
        </span>
        <Bell />
        <UserMenu />
        <BarButton label={t('panel.title')} onClick={onPanel}>
          <IconSettings size={20} stroke={1.6} />
        </BarButton>
      </Group>
    </header>
  );
}

/** The state of the live connection, or that the person paused the updates. */
function Updates() {
  const { t } = useTranslation();
  // Stays open while updates are paused too: it also carries notifications and the end of the session.
  useLiveSocket();
  if (useSettings()['auto-updates']) return <LiveBadge />;
  return (
    <UnstyledButton
      className={classes.paused}
      title={t('panel.resume')}
      onClick={() => saveSetting('auto-updates', true)}
    >
      <IconPlayerPlay size={16} stroke={1.8} aria-hidden />
      {t('panel.paused')}
    </UnstyledButton>
  );
}

interface BarButtonProps {
  label: string;
  onClick: () => void;
  expanded?: boolean;
  children: ReactNode;
}

function BarButton({ label, onClick, expanded, children }: BarButtonProps) {
  return (
    <ActionIcon aria-label={label} title={label} aria-expanded={expanded} onClick={onClick}>
      {children}
    </ActionIcon>
  );
}

/** The titles from the root of the menu to the screen of a path. */
function titlesOf(t: TFunction, items: readonly MenuItem[], pathname: string): string[] {
  const own = titledScreen(pathname)?.title;
  const trail = trailTo(items, pathname).map((item) => menuTitle(t, item));
  return own === undefined ? trail : [...trail, t(own)];
}
