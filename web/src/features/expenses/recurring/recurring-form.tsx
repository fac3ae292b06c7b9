import { RECURRENCES, type Recurrence, EXPENSE_KINDS, type ExpenseKind } from '@milepost/contract/expense-kinds';
import { recurringExpenseOperations, type RecurringExpense } from '@milepost/contract/recurring-expense-operations';
import { Select, SimpleGrid, Text, Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { useMay } from '../../../api/setup.ts';
import { formatDate } from '../../../text/format.ts';
import { formatMoney } from '../../../text/money.ts';
import { DateField } from '../../../ui/date-picker/date-field.tsx';
import { RecordForm } from '../../../ui/form/record-form.tsx';
import { useClosingForm } from '../../../ui/form/use-closing-form.ts';
import { useVersion } from '../../../ui/form/use-version.ts';
import { validateBy } from '../../../ui/form/validate-by.ts';
import { MoneyField } from '../../../ui/money/money-field.tsx';
import { useExpenseReferenceFields } from '../use-expense-reference-fields.tsx';
import { recurringName } from './recurring-columns.tsx';
import { RecurringNote } from './recurring-note.tsx';
import { refreshRecurring } from '../../../api/refresh-records.ts';

interface Props {
  /** Undefined for a new recurring expense. */
  recurring: RecurringExpense | undefined;
  /** The first day of a new one. */
  today: string;
  onClose: () => void;
}

interface Values extends Record<string, unknown> {
  kind: ExpenseKind;
  vehicleId: number | null;
  driverId: number | null;
  vendorId: number | null;
  amount: number | null;
  tax: number | null;
  note: string;
  every: Recurrence;
  firstDay: string | null;
  lastDay: string | null;
}

const valuesOf = (one: RecurringExpense | undefined, today: string): Values => ({
  kind: one?.kind ?? 'lease',
  vehicleId: one?.vehicleId ?? null,
  driverId: one?.driverId ?? null,
  vendorId: one?.vendorId ?? null,
  amount: one?.amount ?? null,
  tax: one?.tax ?? null,
  note: one?.note ?? '',
  every: one?.every ?? 'month',
  firstDay: one?.firstDay ?? today,
  lastDay: one?.lastDay ?? null,
});

const validate = validateBy(recurringExpenseOperations['save-recurring-expense'].input);
const OF_EXPENSES: Readonly<Record<string, string>> = {
  kind: 'kind-label',
  vehicleId: 'vehicle',
  driverId: 'driver',
  vendorId: 'vendor',
  amount: 'amount',
  tax: 'tax',
  note: 'note',
};
const OWN: Readonly<Record<string, string>> = { every: 'every', firstDay: 'first-day', lastDay: 'last-day' };

/** A recurring expense: its interval, begin and end. The schedule is fixed once it was booked. */
export function RecurringForm({ recurring, today, onClose }: Props) {
  const { t } = useTranslation();
  const label = (key: string) =>
    t(OF_EXPENSES[key] ? `expenses.${OF_EXPENSES[key]}` : `recurring-expenses.${OWN[key]}`);
  const maySave = useMay('expenses', recurring === undefined ? 'create' : 'edit');
  const mayDelete = useMay('expenses', 'delete');
  const version = useVersion(
    recurring,
    async (id) => (await call('get-recurring-expense-by-id', { id })).recurring,
    (theirs) => valuesOf(theirs, today),
  );
  const fixed = (recurring?.booked ?? 0) > 0;
  const record = useClosingForm({
    initialValues: valuesOf(recurring, today),
    validate,
    save: ({ amount, firstDay, ...values }) =>
      call('save-recurring-expense', {
        ...values,
        // Validated above: they cannot be missing.
        amount: amount ?? 0,
        firstDay: firstDay ?? '',
        currency,
        ...version.sent(),
      }),
    readAgain: version.readAgain,
    savedText: ({ recurring: saved }) => t('form.saved', { name: recurringName(t, saved) }),
    onChanged: refreshRecurring,
    onClose,
  });
  const { form } = record;
  const { values } = form;
  const choices = useExpenseReferenceFields({ form, label, mayEdit: maySave });
  const currency = recurring?.currency ?? choices.currency;
  const field = (name: keyof Values & string) => ({ ...form.getInputProps(name), label: label(name) });

  function wordOf(name: string, value: unknown): string | undefined {
    if (name === 'kind') return t(`expenses.kind.${String(value)}`);
    if (name === 'every') return t(`recurring-expenses.each.${String(value)}`);
    if ((name === 'amount' || name === 'tax') && typeof value === 'number') return formatMoney(value, currency);
    if ((name === 'firstDay' || name === 'lastDay') && typeof value === 'string') return formatDate(value);
    return choices.wordOf(name, value);
  }
  const remove = (one: RecurringExpense) =>
    record.remove({
      name: recurringName(t, one),
      consequence: t('recurring-expenses.delete-text'),
      remove: () => call('delete-recurring-expense', { id: one.id }),
      restore: () => call('restore-recurring-expense', { id: one.id }),
    });
  return (
    <RecordForm
      record={record}
      fieldWords={{ label, value: wordOf }}
      readOnly={!maySave}
      onCancel={onClose}
      onDelete={recurring && mayDelete ? () => remove(recurring) : undefined}
    >
      {recurring && <RecurringNote recurring={recurring} mayEdit={maySave} onChanged={onClose} />}
      <SimpleGrid cols={2} spacing="sm">
        <Select
          {...field('kind')}
          allowDeselect={false}
          // Fuel is billed by the litre.
          data={EXPENSE_KINDS.filter((kind) => kind !== 'fuel').map((value) => ({
            value,
            label: t(`expenses.kind.${value}`),
          }))}
        />
        <MoneyField {...field('amount')} currency={currency} value={values.amount} />
        <Select
          {...field('every')}
          allowDeselect={false}
          disabled={fixed}
          data={RECURRENCES.map((value) => ({ value, label: t(`recurring-expenses.each.${value}`) }))}
        />
        <MoneyField {...field('tax')} currency={currency} value={values.tax} />
        <DateField {...field('firstDay')} value={values.firstDay} disabled={fixed} />
        <DateField
          {...field('lastDay')}
          value={values.lastDay}
          clearable
          placeholder={t('recurring-expenses.no-end')}
        />
      </SimpleGrid>
      {choices.vehicle}
      {values.vehicleId !== null && (
        <Text size="sm" c="dimmed">
          {t('recurring-expenses.vehicle-removed')}
        </Text>
      )}
      {choices.vendor}
      {choices.driver}
      <Textarea {...field('note')} autosize minRows={2} maxLength={2000} />
    </RecordForm>
  );
}
