import type { Device } from '@milepost/contract/device-operations';
import { Button, Group, Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconKey } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { refresh } from '../../../api/refresh.ts';
import { formatDateTime } from '../../../text/format.ts';
import { notify, notifyError } from '../../../ui/toast/notify.ts';
import { SecretDialog } from '../secret-dialog.tsx';

interface Props {
  device: Device;
  mayEdit: boolean;
}

/** The setting whether a device's reports over HTTP must contain a secret; generates and removes it. */
export function DeviceSecret({ device, mayEdit }: Props) {
  const { t } = useTranslation();
  const label = (key: string) => t(`settings.devices.${key}`);
  const { id, identity } = device;
  const [since, setSince] = useState(device.secretSince);
  const [secret, setSecret] = useState<string | null>(null);
  const onError = (error: Error) => notifyError(t, error);
  const make = useMutation({
    mutationFn: () => call('make-device-secret', { id }),
    onSuccess(made) {
      setSince(made.device.secretSince);
      setSecret(made.secret);
      refresh('get-device-list');
    },
    onError,
  });
  const drop = useMutation({
    mutationFn: () => call('drop-device-secret', { id }),
    onSuccess(left) {
      setSince(left.device.secretSince);
      notify(t('settings.devices.secret-dropped', { identity }));
      refresh('get-device-list');
    },
    onError,
  });
  const isDemanded = since !== null;
  const makeLabel = label(isDemanded ? 'secret-renew' : 'secret-make');
  const openConfirm = () =>
    modals.openConfirmModal({
      title: makeLabel,
      children: <Text>{label(isDemanded ? 'secret-renew-text' : 'secret-make-text')}</Text>,
      labels: { confirm: makeLabel, cancel: t('form.cancel') },
      closeButtonProps: { 'aria-label': t('form.close') },
      onConfirm: () => make.mutate(),
    });
  return (
    <Stack gap={6} role="group" aria-label={label('secret')}>
      <Text size="sm" fw={500}>
        {label('secret')}
      </Text>
      <Text size="sm" c="dimmed">
        {since === null ? label('secret-none') : t('settings.devices.secret-since', { at: formatDateTime(since) })}
      </Text>
      {mayEdit && (
        <Group gap="xs">
          <Button
            variant="default"
            size="xs"
            leftSection={<IconKey size={14} aria-hidden />}
            loading={make.isPending}
            onClick={openConfirm}
          >
            {makeLabel}
          </Button>
          {isDemanded && (
            <Button variant="subtle" color="red" size="xs" loading={drop.isPending} onClick={() => drop.mutate()}>
              {label('secret-drop')}
            </Button>
          )}
        </Group>
      )}
      <SecretDialog
        title={t('settings.devices.secret-title', { identity })}
        secret={secret}
        texts="settings.devices"
        onClose={() => setSecret(null)}
      />
    </Stack>
  );
}
