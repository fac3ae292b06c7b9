import { Button, List, Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconUsersPlus } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { refresh } from '../../../api/refresh.ts';
import { useCall } from '../../../api/use-call.ts';
import { notify, notifyError } from '../../../ui/toast/notify.ts';
import { listText } from '../../../text/list-text.ts';

/** Offers the starting roles that are missing here; hidden if none is. */
export function AddStartingRoles() {
  const { t } = useTranslation();
  const { data } = useCall('get-starting-roles', {});
  const names = data?.names ?? [];
  const add = useMutation({
    mutationFn: () => call('add-starting-roles', {}),
    onSuccess: (added) => notify(t('admin.roles.starting-added', { names: listText(added.names) })),
    onError: (error) => notifyError(t, error),
    onSettled: () => refresh('get-starting-roles', 'get-role-list', 'get-role-priority', 'get-user-choices'),
  });
  if (names.length === 0) return null;
  const openConfirm = () =>
    modals.openConfirmModal({
      title: t('admin.roles.add-starting'),
      children: (
        <Stack gap="sm">
          <Text>{t('admin.roles.starting-text')}</Text>
          <List>
            {names.map((name) => (
              <List.Item key={name}>{name}</List.Item>
            ))}
          </List>
        </Stack>
      ),
      labels: { confirm: t('admin.roles.add-starting'), cancel: t('form.cancel') },
      closeButtonProps: { 'aria-label': t('form.close') },
      onConfirm: () => add.mutate(),
    });
  return (
    <Button
      variant="default"
      leftSection={<IconUsersPlus size={16} aria-hidden />}
      loading={add.isPending}
      onClick={openConfirm}
    >
      {t('admin.roles.add-starting')}
    </Button>
  );
}
