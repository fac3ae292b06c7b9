import { workOrderName } from '@milepost/contract/maintenance-kinds';
import type { WorkOrder } from '@milepost/contract/work-order-operations';
import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Modal } from '../../../../ui/dialog/modal.tsx';
import { call } from '../../../../api/call.ts';
import { CallError } from '../../../../api/call-error.ts';
import { formatMoney } from '../../../../text/money.ts';
import { Alert } from '../../../../ui/alert/alert.tsx';
import { DateField } from '../../../../ui/date-picker/date-field.tsx';
import { errorText } from '../../../../ui/error-text.ts';
import { DistanceField } from '../../../../ui/form/distance-field.tsx';
import { refreshMaintenance } from '../../../../api/refresh-records.ts';
import { notify } from '../../../../ui/toast/notify.ts';
import { FormCancel } from '../../../../ui/form/form-cancel.tsx';
import { listText } from '../../../../text/list-text.ts';

interface Props {
  opened: boolean;
  order: WorkOrder;
  /** Today in the time zone of the vehicle's organisation. */
  today: string;
  onClose: () => void;
  onClosed: () => void;
}

/** Asks when the work was done, and explains the effect of closing the order. */
export function CloseDialog({ opened, order, today, onClose, onClosed }: Props) {
  const { t } = useTranslation();
  const label = (key: string) => t(`maintenance.order.${key}`);
  const [day, setDay] = useState<string | null>(today);
  const [odometerM, setOdometerM] = useState<number | null>(null);
  const [billNumber, setBillNumber] = useState('');
  const { id, version, cost, currency, tasks } = order;
  const name = workOrderName(order.number);
  const close = useMutation({
    mutationFn: () => call('close-work-order', { id, version, day: day ?? '', odometerM, billNumber }),
    onSuccess() {
      refreshMaintenance();
      notify(t('maintenance.order.closed', { name }));
      onClose();
      onClosed();
    },
  });
  const fields = close.error instanceof CallError ? close.error.fields : {};
  const services = tasks.filter(({ planId, done }) => planId !== null && done).map(({ text }) => text);
  const open = tasks.filter(({ done }) => !done).map(({ text }) => text);
  function submit(event: FormEvent) {
    event.preventDefault();
    // A dialog over a form: its submit must not reach that form.
    event.stopPropagation();
    close.mutate();
  }
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('maintenance.order.close-title', { name })}
      closeButtonProps={{ 'aria-label': t('form.close') }}
    >
      <form onSubmit={submit} noValidate>
        <Stack gap="sm">
          {close.error && Object.keys(fields).length === 0 && <Alert type="danger">{errorText(t, close.error)}</Alert>}
          <Text size="sm">
            {cost === 0
              ? label('books-nothing')
              : t('maintenance.order.books', { amount: formatMoney(cost, currency) })}
          </Text>
          {services.length > 0 && (
            <Text size="sm">{t('maintenance.order.starts-again', { tasks: listText(services) })}</Text>
          )}
          {open.length > 0 && (
            <Alert type="warning" dismissible={false}>
              {t('maintenance.order.not-ticked', { tasks: listText(open) })}
            </Alert>
          )}
          <DateField label={t('maintenance.day')} value={day} onChange={setDay} maxDate={today} error={fields['day']} />
          <DistanceField
            label={t('maintenance.odometer')}
            value={odometerM}
            onChange={setOdometerM}
            error={fields['odometerM']}
          />
          <TextInput
            label={label('bill-number')}
            maxLength={60}
            value={billNumber}
            onChange={({ currentTarget }) => setBillNumber(currentTarget.value)}
            error={fields['billNumber']}
          />
          <Group justify="flex-end" gap="xs">
            <FormCancel onCancel={onClose} />
            <Button type="submit" loading={close.isPending}>
              {label('close')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
