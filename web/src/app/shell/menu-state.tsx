import { ActionIcon, Button, Skeleton, Stack, Text } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useMenu } from '../../ui/menu/use-menu.ts';

const LINES = [0, 1, 2, 3, 4, 5];

/**
 * Replaces the menu while it is loading, and if no reply came: a menu without entries would look like a role without
 * permissions.
 */
export function MenuState({ closed }: { closed: boolean }) {
  const { t } = useTranslation();
  const menu = useMenu();
  if (menu.data !== undefined) return null;
  const retry = () => void menu.refetch();
  if (menu.isFetching) {
    return (
      <Stack gap="md" p="xs" aria-hidden>
        {LINES.map((line) => (
          <Skeleton key={line} height={20} radius="sm" />
        ))}
      </Stack>
    );
  }
  if (closed) {
    const label = `${t('shell.menu-failed')} ${t('table.retry')}`;
    return (
      <div role="alert">
        <ActionIcon variant="default" size={44} aria-label={label} title={label} onClick={retry}>
          <IconRefresh size={20} aria-hidden />
        </ActionIcon>
      </div>
    );
  }
  return (
    <Stack gap="xs" p="xs" align="start" role="alert">
      <Text size="sm">{t('shell.menu-failed')}</Text>
      <Button size="xs" variant="default" onClick={retry}>
        {t('table.retry')}
      </Button>
    </Stack>
  );
}
