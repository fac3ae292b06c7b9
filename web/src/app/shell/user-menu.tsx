import { Avatar, Menu, Text, UnstyledButton } from '@mantine/core';
import { IconHelp, IconInfoCircle, IconLogout, IconUser } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { signOut } from '../../api/session.ts';
import { useSetup } from '../../api/setup.ts';
import { readUser } from '../../api/storage.ts';
import { initials } from './initials.ts';
import classes from './top-bar.module.css';

/** Who is signed in, and the way out. */
export function UserMenu() {
  const { t } = useTranslation();
  const user = readUser();
  const profile = useSetup().data?.profile;
  if (user === null) return null;
  const name = profile?.displayName ?? user.DISPLAY_NAME;
  return (
    <Menu position="bottom-end" width={220} shadow="md">
      <Menu.Target>
        <UnstyledButton className={classes.user} title={t('shell.account')}>
          <Avatar color="accent" size={28} alt="" aria-hidden src={profile?.photo ?? null}>
            {initials(name)}
          </Avatar>
          <span className={classes.name}>{name}</span>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text fw={600} c="var(--text)" size="sm">
            {name}
          </Text>
          <Text size="xs">{user.ORGANISATION}</Text>
        </Menu.Label>
        <Menu.Divider />
        <Menu.Item component={Link} to="/extra-pages/profile" leftSection={<IconUser size={16} aria-hidden />}>
          {t('shell.profile')}
        </Menu.Item>
        <Menu.Item component={Link} to="/extra-pages/help" leftSection={<IconHelp size={16} aria-hidden />}>
          {t('shell.help')}
        </Menu.Item>
        <Menu.Item component={Link} to="/extra-pages/about" leftSection={<IconInfoCircle size={16} aria-hidden />}>
          {t('shell.about')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={() => void signOut()}>
          {t('shell.logout')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
