import { Menu, Text } from '@mantine/core';
import { IconHelp, IconInfoCircle, IconLogout, IconUser } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { signOut } from '../../api/session.ts';
import { confirmLeave } from '../../api/unsaved.ts';
import type { MenuFrame } from '../../ui/lazy-menu.tsx';

interface Props extends MenuFrame {
  name: string;
  organisation: string;
}

export default function UserMenuList({ button, opened, onChange, name, organisation }: Props) {
  const { t } = useTranslation();
  return (
    <Menu position="bottom-end" width={220} shadow="md" opened={opened} onChange={onChange}>
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text fw={600} c="var(--text)" size="sm">
            {name}
          </Text>
          <Text size="xs">{organisation}</Text>
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
        <Menu.Item
          leftSection={<IconLogout size={16} aria-hidden />}
          onClick={() => confirmLeave(() => void signOut())}
        >
          {t('shell.logout')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
