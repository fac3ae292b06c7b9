import { Avatar, UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useSetup } from '../../api/setup.ts';
import { readUser } from '../../api/storage.ts';
import { LazyMenu } from '../../ui/lazy-menu.tsx';
import { initials } from '../../ui/initials.ts';
import classes from './top-bar.module.css';
import { lazyPart } from '../../ui/lazy-part.ts';

const UserMenuList = lazyPart(() => import('./user-menu-list.tsx'));

/** The signed-in person, with the sign-out. */
export function UserMenu() {
  const { t } = useTranslation();
  const user = readUser();
  const profile = useSetup().data?.profile;
  if (user === null) return null;
  const name = profile?.displayName ?? user.DISPLAY_NAME;
  return (
    <LazyMenu
      button={
        <UnstyledButton className={classes.user} title={t('shell.account')}>
          <Avatar color="accent" size={28} alt="" aria-hidden src={profile?.photo ?? null}>
            {initials(name)}
          </Avatar>
          <span className={classes.name}>{name}</span>
        </UnstyledButton>
      }
      renderMenu={(frame) => <UserMenuList {...frame} name={name} organisation={user.ORGANISATION} />}
    />
  );
}
