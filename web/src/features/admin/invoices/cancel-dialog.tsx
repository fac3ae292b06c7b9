import type { Invoice } from '@milepost/contract/invoice-routes';
import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { tell, tellError } from '../../../ui/toast/tell.ts';
import { refreshSubscriptions } from '../subscriptions/refresh-subscriptions.ts';

interface Props {
  opened: boolean;
  invoice: Invoice;
  onClose: () => void;
}

/** Asks why an invoice is cancelled: it stands on it from then on. */
export function CancelDialog({ opened, invoice, onClose }: Props) {
  const { t } = useTranslation();
  const [reason, setReason] = useState('');
  const cancel = useMutation({
    mutationFn: () => call('cancel-invoice', { id: invoice.id, reason }),
    onSuccess() {
      refreshSubscriptions();
      tell(t('subscriptions.invoices.cancelled', { reason }));
      onClose();
    },
    onError: (error) => tellError(t, error),
  });
  function submit(event: FormEvent) {
    event.preventDefault();
    if (reason.trim() !== '') cancel.mutate();
  }
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('subscriptions.invoices.cancel-title', { number: invoice.number })}
      closeButtonProps={{ 'aria-label': t('form.close') }}
    >
      <form onSubmit={submit} noValidate>
        <Stack>
          <Text size="sm">{t('subscriptions.invoices.cancel-text')}</Text>
          <TextInput
            label={t('subscriptions.invoices.reason')}
            withAsterisk
            maxLength={200}
            value={reason}
            onChange={({ currentTarget }) => setReason(currentTarget.value)}
            data-autofocus
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('form.cancel')}
            </Button>
            <Button type="submit" color="red" disabled={reason.trim() === ''} loading={cancel.isPending}>
              {t('subscriptions.invoices.cancel')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
