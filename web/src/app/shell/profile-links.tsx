import { IconMapSearch, IconTool } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router';
import { useSetup } from '../../api/setup.ts';
import { readUser } from '../../api/storage.ts';
import classes from './side-menu.module.css';
import { useMenuClick } from './use-menu-click.ts';

const LINKS = [
  { key: 'vehicleInstallation', to: '/reports/vehicle-installation', Icon: IconTool },
  { key: 'territorySettings', to: '/settings/territory-settings', Icon: IconMapSearch },
] as const;

/**
 * Links that only certain profile ids see; the installation's settings list these ids (specification, sections 2 and
 * 6).
 */
export function ProfileLinks({ closed }: { closed: boolean }) {
  const { t } = useTranslation();
  const onMenuClick = useMenuClick();
  const allowed = useSetup().data?.profileLinks;
  const profileId = readUser()?.PROFILE_ID;
  const links = LINKS.filter(({ key }) => profileId !== undefined && allowed?.[key].includes(profileId));
  if (links.length === 0) return null;
  return (
    <ul className={classes.list} data-closed={closed || undefined}>
      {links.map(({ key, to, Icon }) => (
        <li key={key}>
          <NavLink
            to={to}
            className={classes.entry ?? ''}
            data-level={0}
            title={closed ? t(`shell.link.${key}`) : undefined}
            onClick={() => onMenuClick(null)}
          >
            <Icon size={20} stroke={1.6} aria-hidden />
            <span className={classes.title}>{t(`shell.link.${key}`)}</span>
          </NavLink>
        </li>
      ))}
    </ul>
  );
}
