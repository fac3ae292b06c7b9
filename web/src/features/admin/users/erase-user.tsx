import type { User } from '@milepost/contract/admin-operations';
import { Button, Group, List, Loader, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { refresh } from '../../../api/refresh.ts';
import { useCall } from '../../../api/use-call.ts';
import { formatNumber } from '../../../text/format.ts';
import { Alert } from '../../../ui/alert/alert.tsx';
import { Modal } from '../../../ui/dialog/modal.tsx';
import { ErrorNote } from '../../../ui/error-note/error-note.tsx';
import { errorText } from '../../../ui/error-text.ts';
import { FormCancel } from '../../../ui/form/form-cancel.tsx';
import { notify } from '../../../ui/toast/notify.ts';

interface Props {
  user: Pick<User, 'id' | 'username' | 'displayName'>;
  onClose: () => void;
  onErased: () => void;
}

/** Shows what is erased of an account and what stays under its number, and erases it. */
export default function EraseUser({ user, onClose, onErased }: Props) {
  const { t } = useTranslation();
  const label = (key: string, values: Record<string, unknown> = {}) => t(`admin.users.erasure.${key}`, values);
  const [typed, setTyped] = useState('');
  const { data, error, refetch } = useCall('get-user-erasure', { id: user.id }, { staleTime: 0, gcTime: 0 });
  const mutation = useMutation({
    mutationFn: () => call('erase-user', { id: user.id, ...(data?.own && { confirmation: typed }) }),
    onSuccess() {
      notify(label('done'));
      refresh('get-user-list', 'get-mail-list', 'get-session-list', 'get-role-list');
      onErased();
    },
  });
  const counts = Object.fromEntries(
    Object.entries(data ?? {}).flatMap(([name, value]) =>
      typeof value === 'number' ? [[name, formatNumber(value)]] : [],
    ),
  );
  return (
    <Modal
      opened
      loses={false}
      onClose={onClose}
      title={label('title', { name: user.displayName })}
      closeButtonProps={{ 'aria-label': t('form.close') }}
    >
      <Stack gap="sm">
        {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
        {!data && !error && <Loader size="sm" />}
        {data && (
          <>
            {mutation.error && <Alert type="danger">{errorText(t, mutation.error)}</Alert>}
            {data.last && (
              <Alert type="warning" dismissible={false}>
                {label('last')}
              </Alert>
            )}
            {data.held && (
              <Alert type="warning" dismissible={false}>
                {label('held')}
              </Alert>
            )}
            {data.own && (
              <Alert type="warning" dismissible={false}>
                {label('own')}
              </Alert>
            )}
            <Text fw={600}>{label('goes')}</Text>
            <List size="sm">
              {['goes-1', 'goes-2', 'goes-3'].map((key) => (
                <List.Item key={key}>{label(key, counts)}</List.Item>
              ))}
            </List>
            <Text fw={600}>{label('stays')}</Text>
            <List size="sm">
              <List.Item>{label('stays-1', counts)}</List.Item>
            </List>
            {data.driver !== null && <Text size="sm">{label('driver', { driver: data.driver })}</Text>}
            <Text size="sm" c="dimmed">
              {label('limits')}
            </Text>
            {data.own && (
              <TextInput
                label={label('type', { username: user.username })}
                value={typed}
                onChange={(event) => setTyped(event.currentTarget.value)}
                autoCapitalize="none"
                autoComplete="off"
                maxLength={60}
              />
            )}
            <Group justify="flex-end">
              <FormCancel onCancel={onClose} />
              <Button
                color="red"
                loading={mutation.isPending}
                disabled={data.last || data.held || (data.own && typed !== user.username)}
                onClick={() => mutation.mutate()}
              >
                {label('confirm')}
              </Button>
            </Group>
          </>
        )}
      </Stack>
    </Modal>
  );
}
