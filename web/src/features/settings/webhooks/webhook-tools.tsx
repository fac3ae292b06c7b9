import { Button, Group, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconKey, IconSend } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { refresh } from '../../../api/refresh.ts';
import { formatNumber } from '../../../text/format.ts';
import { notify, notifyError, notifyFault } from '../../../ui/toast/notify.ts';
import { faultText } from '../../../text/fault-text.ts';

interface Props {
  id: number;
  name: string;
  mayEdit: boolean;
  onSecret: (secret: string) => void;
}

/** The actions on a webhook besides editing it: a test, another secret. */
export function WebhookTools({ id, name, mayEdit, onSecret }: Props) {
  const { t } = useTranslation();
  const failed = (error: Error) => notifyError(t, error);
  const test = useMutation({
    mutationFn: () => call('test-webhook', { id }),
    onSuccess({ delivery: { fault, status, durationMs } }) {
      const ms = formatNumber(durationMs ?? 0);
      if (fault === null) notify(t('webhooks.test-worked', { status, ms }));
      else notifyFault(t('webhooks.test-failed', { fault: faultText(fault) }));
    },
    onError: failed,
    onSettled: () => refresh('get-webhook-deliveries', 'get-webhook-list'),
  });
  const renew = useMutation({
    mutationFn: () => call('renew-webhook-secret', { id }),
    onSuccess: ({ secret }) => onSecret(secret),
    onError: failed,
  });
  const confirmRenewal = () => {
    modals.openConfirmModal({
      title: t('webhooks.renew-title', { name }),
      children: <Text>{t('webhooks.renew-text')}</Text>,
      labels: { confirm: t('webhooks.renew'), cancel: t('form.cancel') },
      closeButtonProps: { 'aria-label': t('form.close') },
      onConfirm: () => renew.mutate(),
    });
  };
  if (!mayEdit) return null;
  return (
    <Group gap="xs">
      <Button
        variant="default"
        leftSection={<IconSend size={16} aria-hidden />}
        loading={test.isPending}
        onClick={() => test.mutate()}
      >
        {t('webhooks.test')}
      </Button>
      <Button
        variant="default"
        leftSection={<IconKey size={16} aria-hidden />}
        loading={renew.isPending}
        onClick={confirmRenewal}
      >
        {t('webhooks.renew')}
      </Button>
    </Group>
  );
}
