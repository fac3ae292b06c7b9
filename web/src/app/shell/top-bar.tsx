import type { MenuItem } from '@milepost/contract/menu';
import { ActionIcon, Group, Tooltip, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { useDocumentTitle, useFullscreenDocument } from '@mantine/hooks';
import { IconMaximize, IconMenu2, IconMinimize, IconMoon, IconSun } from '@tabler/icons-react';
import type { ReactNode, Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { LiveBadge } from '../../live/live-badge.tsx';
import { trailTo } from './menu.ts';
import classes from './top-bar.module.css';
import type { Sidebar } from './use-sidebar.ts';
import { UserMenu } from './user-menu.tsx';

interface Props {
  ref: Ref<HTMLElement>;
  items: readonly MenuItem[];
  sidebar: Sidebar;
}

export function TopBar({ ref, items, sidebar }: Props) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const { toggle: toggleFullscreen, fullscreen } = useFullscreenDocument();
  const { setColorScheme } = useMantineColorScheme();
  const dark = useComputedColorScheme('light') === 'dark';
  const titles = trailTo(items, pathname).map(({ title }) => title);
  useDocumentTitle([...titles.slice(-1), t('app.name')].join(' · '));

  return (
    <header ref={ref} className={classes.bar}>
      <BarButton label={t('shell.toggle-menu')} onClick={sidebar.toggle} expanded={!sidebar.closed}>
        <IconMenu2 size={20} stroke={1.6} />
      </BarButton>
      <ol className={classes.trail} aria-label={t('shell.trail')}>
        {titles.map((title, index) => (
          <li key={title} aria-current={index === titles.length - 1 ? 'page' : undefined}>
            {title}
          </li>
        ))}
      </ol>
      <Group gap={4} wrap="nowrap" ml="auto">
        <LiveBadge />
        <span className={classes.wide}>
          <BarButton
            label={t(fullscreen ? 'shell.leave-fullscreen' : 'shell.fullscreen')}
            onClick={() => void toggleFullscreen()}
          >
            {fullscreen ? <IconMinimize size={20} stroke={1.6} /> : <IconMaximize size={20} stroke={1.6} />}
          </BarButton>
        </span>
        <BarButton
          label={t(dark ? 'shell.to-light' : 'shell.to-dark')}
          onClick={() => setColorScheme(dark ? 'light' : 'dark')}
        >
          {dark ? <IconSun size={20} stroke={1.6} /> : <IconMoon size={20} stroke={1.6} />}
        </BarButton>
        <UserMenu />
      </Group>
    </header>
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
    <Tooltip label={label}>
      <ActionIcon aria-label={label} aria-expanded={expanded} onClick={onClick}>
        {children}
      </ActionIcon>
    </Tooltip>
  );
}
