import { invoiceOperations } from '@milepost/contract/invoice-operations';
import { invoiceAmounts } from '@milepost/contract/subscription-kinds';
import { Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Modal } from '../../../ui/dialog/modal.tsx';
import { call } from '../../../api/call.ts';
import { dayOf } from '../../../text/local-day.ts';
import { formatMoney } from '../../../text/money.ts';
import { DateField } from '../../../ui/date-picker/date-field.tsx';
import { RecordForm } from '../../../ui/form/record-form.tsx';
import { useRecordForm } from '../../../ui/form/use-record-form.ts';
import { validateBy } from '../../../ui/form/validate-by.ts';
import { notify } from '../../../ui/toast/notify.ts';
import { refreshSubscriptions } from '../../../api/refresh-records.ts';
import { type EnteredLine, InvoiceLines, linesOf } from './invoice-lines.tsx';
import type { WholeInvoice } from './invoice-view.tsx';

interface Props {
  whole: WholeInvoice;
  onClose: () => void;
}

interface Values extends Record<string, unknown> {
  invoiceId: number;
  day: string | null;
  reason: string;
  lines: EnteredLine[];
}

const validate = validateBy(invoiceOperations['create-credit-note'].input);

/** The lines of the invoice, or the remainder after credit notes at each tax rate. */
function linesLeft({ lines, creditNotes }: WholeInvoice, rest: string): EnteredLine[] {
  if (creditNotes.length === 0) {
    return lines.map(({ text, quantity, unitPrice, taxRate }) => ({ text, quantity, unitPrice, taxRate }));
  }
  const credited = creditNotes.flatMap((note) => note.lines);
  return [...Map.groupBy(lines, ({ taxRate }) => taxRate)].flatMap(([taxRate, ofRate]) => {
    const back = credited.reduce((sum, line) => (line.taxRate === taxRate ? sum + line.net : sum), 0);
    const unitPrice = ofRate.reduce((sum, { net }) => sum + net, 0) - back;
    return unitPrice === 0 ? [] : [{ text: rest, quantity: 1, unitPrice, taxRate }];
  });
}

/** Credits part or all of an invoice; the initial values credit all of it. */
export function CreditDialog({ whole, onClose }: Props) {
  const { t } = useTranslation();
  const { id, number, currency } = whole.invoice;
  const [today] = useState(() => dayOf(Date.now()));
  const label = (key: string) => t(`subscriptions.credit-notes.${key}`);
  const initialValues: Values = { invoiceId: id, day: today, reason: '', lines: linesLeft(whole, label('rest')) };
  const record = useRecordForm({
    initialValues,
    validate,
    // Validated above: it cannot be missing.
    save: ({ day, lines, ...values }) =>
      call('create-credit-note', { ...values, day: day ?? '', lines: linesOf(lines) }),
    onSaved({ creditNote }) {
      refreshSubscriptions();
      notify(t('subscriptions.credit-notes.issued', { number: creditNote.number }));
      onClose();
    },
  });
  const { form } = record;
  const { values } = form;
  const { net, tax } = invoiceAmounts(linesOf(values.lines));
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={t('subscriptions.credit-notes.new', { number })}
      closeButtonProps={{ 'aria-label': t('form.close') }}
    >
      <RecordForm record={record} readOnly={false} onCancel={onClose} saveLabel={label('issue')}>
        <Text size="sm">{label('text')}</Text>
        <TextInput
          {...form.getInputProps('reason')}
          label={label('reason')}
          withAsterisk
          maxLength={200}
          data-autofocus
        />
        <DateField {...form.getInputProps('day')} label={t('subscriptions.invoices.day')} value={values.day} />
        <InvoiceLines
          lines={values.lines}
          currency={currency}
          errors={form.errors}
          onChange={(lines) => form.setFieldValue('lines', lines)}
        />
        <Text size="sm" ta="end">
          {t('subscriptions.invoices.sum', {
            net: formatMoney(net, currency),
            tax: formatMoney(tax, currency),
            total: formatMoney(net + tax, currency),
          })}
        </Text>
      </RecordForm>
    </Modal>
  );
}
