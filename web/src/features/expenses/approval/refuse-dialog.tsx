import { Button, Group, Stack, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Modal } from '../../../ui/dialog/modal.tsx';
import { formatNumber } from '../../../text/format.ts';
import { FormCancel } from '../../../ui/form/form-cancel.tsx';

interface Props {
  opened: boolean;
  count: number;
  busy: boolean;
  onClose: () => void;
  onRefuse: (reason: string) => void;
}

/** Asks for the reason of a refusal, which the person who entered the expenses reads. */
export function RefuseDialog({ opened, count, busy, onClose, onRefuse }: Props) {
  const { t } = useTranslation();
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  function submit(event: FormEvent) {
    event.preventDefault();
    setMissing(reason.trim() === '');
    if (reason.trim() !== '') onRefuse(reason.trim());
  }
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('expenses.refuse-title', { count, number: formatNumber(count) })}
      closeButtonProps={{ 'aria-label': t('form.close') }}
    >
      <form onSubmit={submit} noValidate>
        <Stack>
          <Textarea
            label={t('expenses.reason')}
            withAsterisk
            autosize
            minRows={2}
            maxLength={300}
            value={reason}
            onChange={({ currentTarget }) => setReason(currentTarget.value)}
            error={missing && t('expenses.reason-missing')}
            data-autofocus
          />
          <Group justify="flex-end" gap="xs">
            <FormCancel onCancel={onClose} />
            <Button type="submit" loading={busy}>
              {t('expenses.refuse')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
