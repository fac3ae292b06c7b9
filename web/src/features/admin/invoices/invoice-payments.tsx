import { invoiceOperations } from '@milepost/contract/invoice-operations';
import { ActionIcon, Button, Group, SimpleGrid, Stack, Table, Text, TextInput, Title } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { CallError } from '../../../api/call-error.ts';
import { useMay } from '../../../api/setup.ts';
import { formatDate } from '../../../text/format.ts';
import { dayOf } from '../../../text/local-day.ts';
import { formatMoney } from '../../../text/money.ts';
import { Alert } from '../../../ui/alert/alert.tsx';
import { DateField } from '../../../ui/date-picker/date-field.tsx';
import { CutNote } from '../../../ui/cut-note.tsx';
import { deleteWithUndo } from '../../../ui/form/delete-with-undo.tsx';
import { useRecordForm } from '../../../ui/form/use-record-form.ts';
import { validateBy } from '../../../ui/form/validate-by.ts';
import { MoneyField } from '../../../ui/money/money-field.tsx';
import { notify, notifyFault } from '../../../ui/toast/notify.ts';
import { refreshSubscriptions } from '../../../api/refresh-records.ts';
import type { WholeInvoice } from './invoice-view.tsx';

/** The payments of an invoice, and the form that records another payment or a refund. */
export function InvoicePayments({ whole }: { whole: WholeInvoice }) {
  const { t } = useTranslation();
  const { invoice, payments, paymentsTotal } = whole;
  const mayDelete = useMay('subscriptions', 'delete') && invoice.mayChange;
  const mayRecord = useMay('subscriptions', 'create') && invoice.mayChange;
  const open = invoice.state === 'cancelled' ? 0 : invoice.total - invoice.credited - invoice.paid;
  const label = (key: string) => t(`subscriptions.payments.${key}`);
  return (
    <Stack gap="sm" component="section" aria-label={label('title')}>
      <Title order={2} size={16}>
        {label('title')}
      </Title>
      {payments.length === 0 ? (
        <Text size="sm" c="dimmed">
          {label('none')}
        </Text>
      ) : (
        <Table aria-label={label('title')}>
          <Table.Tbody>
            {payments.map(({ id, day, amount, reference }) => (
              <Table.Tr key={id}>
                <Table.Td>{formatDate(day)}</Table.Td>
                <Table.Td>{reference}</Table.Td>
                <Table.Td ta="end">{formatMoney(amount, invoice.currency)}</Table.Td>
                {mayDelete && (
                  <Table.Td w={40}>
                    <ActionIcon
                      variant="subtle"
                      color="red"
                      aria-label={t('subscriptions.payments.take-back', { day: formatDate(day) })}
                      onClick={() =>
                        deleteWithUndo(t, {
                          name: formatMoney(amount, invoice.currency),
                          consequence: label('take-back-text'),
                          remove: () => call('delete-payment', { id }),
                          restore: () => call('restore-payment', { id }),
                          onChanged: refreshSubscriptions,
                          onRemoved: () => undefined,
                        })
                      }
                    >
                      <IconTrash size={16} aria-hidden />
                    </ActionIcon>
                  </Table.Td>
                )}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      <CutNote shown={payments.length} total={paymentsTotal} />
      {mayRecord && open !== 0 && (
        <PaymentForm
          key={`${invoice.paid} ${invoice.credited}`}
          invoiceId={invoice.id}
          open={open}
          currency={invoice.currency}
        />
      )}
    </Stack>
  );
}

const validate = validateBy(invoiceOperations['record-payment'].input);

/** The form starts again with the present open amount, so the conflict is shown beside it. */
function notifyMeanwhile(error: unknown): never {
  if (error instanceof CallError && error.fault.code === 'payment-meanwhile') {
    notifyFault(error.message);
    refreshSubscriptions();
  }
  throw error;
}

function PaymentForm({ invoiceId, open, currency }: { invoiceId: number; open: number; currency: string }) {
  const { t } = useTranslation();
  const [today] = useState(() => dayOf(Date.now()));
  const back = open < 0;
  const initialValues: { invoiceId: number; day: string | null; amount: number | null; reference: string } = {
    invoiceId,
    day: today,
    amount: Math.abs(open),
    reference: '',
  };
  const record = useRecordForm({
    initialValues,
    validate,
    // Validated above: they cannot be missing.
    save: ({ day, amount, ...values }) =>
      call('record-payment', { ...values, day: day ?? '', amount: amount ?? 0, back, seenOpen: open }).catch(
        notifyMeanwhile,
      ),
    onSaved() {
      refreshSubscriptions();
      notify(t(back ? 'subscriptions.payments.repaid' : 'subscriptions.payments.recorded'));
    },
  });
  const { form } = record;
  const field = (name: string) => ({ ...form.getInputProps(name), label: t(`subscriptions.payments.${name}`) });
  return (
    <form onSubmit={record.submit} noValidate>
      <Stack gap="sm">
        {record.failure !== null && <Alert type="danger">{record.failure}</Alert>}
        <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm">
          <DateField {...field('day')} value={form.values.day} />
          <MoneyField {...field('amount')} currency={currency} value={form.values.amount} />
          <TextInput {...field('reference')} maxLength={100} />
        </SimpleGrid>
        <Group>
          <Button type="submit" variant="light" loading={record.saving}>
            {t(back ? 'subscriptions.payments.pay-back' : 'subscriptions.payments.record')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
