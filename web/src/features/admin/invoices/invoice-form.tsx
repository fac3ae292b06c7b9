import { invoiceOperations } from '@milepost/contract/invoice-operations';
import type { Operations } from '@milepost/contract/operations';
import type { OperationOutput } from '@milepost/contract/operation';
import { invoiceAmounts } from '@milepost/contract/subscription-kinds';
import { SimpleGrid, Text, Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { formatDate, formatNumber } from '../../../text/format.ts';
import { formatMoney } from '../../../text/money.ts';
import { DateField } from '../../../ui/date-picker/date-field.tsx';
import { NewFiles } from '../../../ui/files/new-files.tsx';
import { RecordForm } from '../../../ui/form/record-form.tsx';
import { useClosingForm } from '../../../ui/form/use-closing-form.ts';
import { validateBy } from '../../../ui/form/validate-by.ts';
import { refreshSubscriptions } from '../../../api/refresh-records.ts';
import { type EnteredLine, InvoiceLines, linesOf } from './invoice-lines.tsx';

export type Draft = OperationOutput<Operations['get-invoice-draft']>;

interface Props {
  subscriptionId: number;
  draft: Draft;
  /** Called with the id of the invoice, if one was issued. */
  onClose: (saved?: number) => void;
}

interface Values extends Record<string, unknown> {
  subscriptionId: number;
  day: string | null;
  dueDay: string | null;
  fromDay: string | null;
  untilDay: string | null;
  lines: EnteredLine[];
  organisationDetails: string;
  issuerDetails: string;
  note: string;
  fileIds: number[];
}

const LABELS: Readonly<Record<string, string>> = {
  day: 'invoices.day',
  dueDay: 'invoices.due-day',
  fromDay: 'from-day',
  untilDay: 'until-day',
  organisationDetails: 'invoices.to',
  issuerDetails: 'invoices.from',
};

const validate = validateBy(invoiceOperations['create-invoice'].input);

/** The next invoice of a subscription: prefilled, and editable before it is issued. */
export function InvoiceForm({ subscriptionId, draft, onClose }: Props) {
  const { t } = useTranslation();
  const { currency } = draft;
  const record = useClosingForm<Values, Awaited<ReturnType<typeof issue>>>({
    initialValues: {
      subscriptionId,
      day: draft.day,
      dueDay: draft.dueDay,
      fromDay: draft.fromDay,
      untilDay: draft.untilDay,
      lines: [
        {
          text: `${draft.planName}, ${formatDate(draft.fromDay)} – ${formatDate(draft.untilDay)}`,
          quantity: draft.quantity,
          unitPrice: draft.unitPrice,
          taxRate: draft.taxRate,
        },
      ],
      organisationDetails: draft.organisationDetails ?? '',
      issuerDetails: draft.issuerDetails ?? '',
      note: '',
      fileIds: [],
    },
    validate,
    save: issue,
    savedText: ({ invoice }) => t('form.saved', { name: t('subscriptions.invoices.name', { number: invoice.number }) }),
    onChanged: refreshSubscriptions,
    onClose: (saved) => onClose(saved?.invoice.id),
  });
  const { form } = record;
  const { values } = form;
  const field = (name: keyof Values & string) => ({
    ...form.getInputProps(name),
    label: t(`subscriptions.${LABELS[name] ?? name}`),
  });
  const { net, tax } = invoiceAmounts(linesOf(values.lines));
  return (
    <RecordForm
      record={record}
      readOnly={false}
      onCancel={() => onClose()}
      saveLabel={t('subscriptions.invoices.issue')}
    >
      <SimpleGrid cols={2} spacing="sm">
        <DateField {...field('day')} value={values.day} />
        <DateField {...field('dueDay')} value={values.dueDay} />
        <DateField {...field('fromDay')} value={values.fromDay} />
        <DateField {...field('untilDay')} value={values.untilDay} />
      </SimpleGrid>
      {draft.days < draft.ofDays && (
        <Text size="sm" c="dimmed">
          {t('subscriptions.invoices.cut', { days: formatNumber(draft.days), ofDays: formatNumber(draft.ofDays) })}
        </Text>
      )}
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
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <Textarea {...field('issuerDetails')} autosize minRows={3} maxLength={500} />
        <Textarea {...field('organisationDetails')} autosize minRows={3} maxLength={500} />
      </SimpleGrid>
      <Textarea {...field('note')} autosize minRows={2} maxLength={2000} />
      <NewFiles
        label={t('subscriptions.invoices.files')}
        addLabel={t('files.add')}
        onChange={(ids) => form.setFieldValue('fileIds', ids)}
      />
    </RecordForm>
  );
}

/** Missing fields were rejected by the validation. */
const issue = ({ lines, day, dueDay, fromDay, untilDay, ...values }: Values) =>
  call('create-invoice', {
    ...values,
    day: day ?? '',
    dueDay: dueDay ?? '',
    fromDay: fromDay ?? '',
    untilDay: untilDay ?? '',
    lines: linesOf(lines),
  });
