import { Avatar, Menu, Text, UnstyledButton } from '@mantine/core';
import { IconLogout } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { signOut } from '../../api/session.ts';
import { readUser } from '../../api/storage.ts';
import { initials } from './initials.ts';
import classes from './top-bar.module.css';

/** Who is signed in, and the way out. */
export function UserMenu() {
  const { t } = useTranslation();
  const user = readUser();
  if (user === null) return null;
  return (
    <Menu position="bottom-end" width={220} shadow="md">
      <Menu.Target>
        <UnstyledButton className={classes.user} title={t('shell.account')}>
          <Avatar color="accent" size={28} alt="" aria-hidden>
            {initials(user.DISPLAY_NAME)}
          </Avatar>
          <span className={classes.name}>{user.DISPLAY_NAME}</span>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text fw={600} c="var(--text)" size="sm">
            {user.DISPLAY_NAME}
          </Text>
          <Text size="xs">{user.ORGANISATION}</Text>
        </Menu.Label>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={() => void signOut()}>
          {t('shell.logout')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
