import type { MenuItem } from '@milepost/contract/menu-item';
import { Avatar } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useSetup } from '../../api/setup.ts';
import { readUser } from '../../api/storage.ts';
import { Mark } from '../../ui/mark.tsx';
import { useAppearance } from '../../ui/appearance/appearance-store.ts';
import { logoFor } from '../../ui/appearance/skins.ts';
import { initials } from '../../ui/initials.ts';
import classes from './shell.module.css';
import { MenuState } from './menu-state.tsx';
import { SideMenu } from './side-menu.tsx';
import { ProfileLinks } from './profile-links.tsx';

interface Props {
  items: readonly MenuItem[];
  closed: boolean;
  onExpand: () => void;
  /** Called when a link was followed. */
  onLeave?: () => void;
}

/** Brand, menu and organisation. */
export function Side({ items, closed, onExpand, onLeave }: Props) {
  const { t } = useTranslation();
  const organisation = readUser()?.ORGANISATION ?? '';
  const { sidebar, skin } = useAppearance();
  const demo = useSetup().data?.demo ?? false;
  const leave = (event: React.MouseEvent) => {
    if (event.target instanceof Element && event.target.closest('a')) onLeave?.();
  };
  return (
    // The click handler only observes links inside, which the keyboard follows as well.
    <aside
      className={classes.side}
      aria-label={t('app.name')}
      data-closed={closed || undefined}
      // The left menu has its own colour scheme, light or dark.
      data-mantine-color-scheme={sidebar}
      data-skin={skin}
      onClick={leave}
    >
      <Link to="/" className={classes.brand} data-logo={logoFor(sidebar)} aria-label={t('app.name')}>
        <Mark size={22} />
        {!closed && t('app.name')}
      </Link>
      <nav className={classes.nav} aria-label={t('shell.menu')}>
        <MenuState closed={closed} />
        <SideMenu items={items} closed={closed} onExpand={onExpand} />
        <ProfileLinks closed={closed} />
      </nav>
      <div className={classes.organisation}>
        <Avatar color="accent" radius="md" size={34} alt="">
          {initials(organisation)}
        </Avatar>
        {!closed && (
          <span>
            {organisation}
            {demo && <small>{t('shell.demo')}</small>}
          </span>
        )}
      </div>
    </aside>
  );
}
