import type { Driver } from '@milepost/contract/driver-operations';
import { Button, Group, List, Loader, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { call } from '../../api/call.ts';
import { refresh } from '../../api/refresh.ts';
import { useCall } from '../../api/use-call.ts';
import { formatNumber } from '../../text/format.ts';
import { Alert } from '../../ui/alert/alert.tsx';
import { Modal } from '../../ui/dialog/modal.tsx';
import { ErrorNote } from '../../ui/error-note/error-note.tsx';
import { errorText } from '../../ui/error-text.ts';
import { FormCancel } from '../../ui/form/form-cancel.tsx';
import { notify } from '../../ui/toast/notify.ts';

interface Props {
  driver: Pick<Driver, 'id' | 'name'>;
  onClose: () => void;
}

/** Shows what is erased of a driver and what stays without the name, and erases it. */
export default function EraseDialog({ driver, onClose }: Props) {
  const { t } = useTranslation();
  const label = (key: string, values: Record<string, unknown> = {}) => t(`driver-info.erasure.${key}`, values);
  const navigate = useNavigate();
  const { data, error, refetch } = useCall('get-driver-erasure', { id: driver.id }, { staleTime: 0, gcTime: 0 });
  const mutation = useMutation({
    mutationFn: () => call('erase-driver', { id: driver.id }),
    onSuccess() {
      notify(label('done'));
      refresh('get-driver-list', 'get-assignment-list');
      void navigate('/driver-info');
    },
  });
  const counts = Object.fromEntries(
    Object.entries(data ?? {}).flatMap(([name, value]) =>
      typeof value === 'number' ? [[name, formatNumber(value)]] : [],
    ),
  );
  const lines = (...keys: string[]) => (
    <List size="sm">
      {keys.map((key) => (
        <List.Item key={key}>{label(key, counts)}</List.Item>
      ))}
    </List>
  );
  return (
    <Modal
      opened
      loses={false}
      onClose={onClose}
      title={label('title', { name: driver.name })}
      closeButtonProps={{ 'aria-label': t('form.close') }}
    >
      <Stack gap="sm">
        {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
        {!data && !error && <Loader size="sm" />}
        {data && (
          <>
            {mutation.error && <Alert type="danger">{errorText(t, mutation.error)}</Alert>}
            {!data.dismissed && (
              <Alert type="warning" dismissible={false}>
                {label('not-dismissed')}
              </Alert>
            )}
            {data.held && (
              <Alert type="warning" dismissible={false}>
                {label('held')}
              </Alert>
            )}
            <Text fw={600}>{label('goes')}</Text>
            {lines('goes-1', 'goes-2', 'goes-3', 'goes-4')}
            <Text fw={600}>{label('stays')}</Text>
            {lines('stays-1')}
            {data.account !== null && <Text size="sm">{label('account', { account: data.account })}</Text>}
            <Text size="sm" c="dimmed">
              {label('limits')}
            </Text>
            <Group justify="flex-end">
              <FormCancel onCancel={onClose} />
              <Button
                color="red"
                loading={mutation.isPending}
                disabled={!data.dismissed || data.held}
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
