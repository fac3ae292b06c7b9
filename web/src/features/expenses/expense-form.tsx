import { EXPENSE_KINDS, isLiquid } from '@milepost/contract/expense-kinds';
import { expenseOperations, type Expense } from '@milepost/contract/expense-operations';
import { Checkbox, Select, SimpleGrid, Textarea, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { refresh } from '../../api/refresh.ts';
import { useMay } from '../../api/setup.ts';
import { formatDate, formatDecimal, formatDistance } from '../../text/format.ts';
import { formatMoney } from '../../text/money.ts';
import { Alert } from '../../ui/alert/alert.tsx';
import { DateField } from '../../ui/date-picker/date-field.tsx';
import { nameOf } from '../../ui/expenses/expense-columns.tsx';
import { NewFiles } from '../../ui/files/new-files.tsx';
import { RecordFiles } from '../../ui/files/record-files.tsx';
import { enteredNumber } from '../../ui/form/entered-number.ts';
import { RecordForm } from '../../ui/form/record-form.tsx';
import { useClosingForm } from '../../ui/form/use-closing-form.ts';
import { useVersion } from '../../ui/form/use-version.ts';
import { validateBy } from '../../ui/form/validate-by.ts';
import { MoneyField } from '../../ui/money/money-field.tsx';
import { OwnFieldsSection } from '../../ui/own-fields/own-fields-section.tsx';
import { useOwnFields, valuesOf as ownValuesOf } from '../../ui/own-fields/own-values.ts';
import { Section } from '../../ui/section/section.tsx';
import { DistanceField } from '../../ui/form/distance-field.tsx';
import { RecordTasks } from '../../ui/tasks/record-tasks.tsx';
import { DuplicateNote } from './duplicate-note.tsx';
import { ExpenseChecks } from './expense-checks.tsx';
import { ExpenseNote } from './expense-note.tsx';
import { type ExpenseValues, valuesOf } from './expense-values.ts';
import { refreshExpenses } from '../../api/refresh-records.ts';
import { useExpenseReferenceFields } from './use-expense-reference-fields.tsx';
import { NumberInput } from '../../ui/form/number-input.tsx';

interface Props {
  start: ExpenseValues;
  /** Undefined for a new expense. */
  expense: Expense | undefined;
  onClose: () => void;
}

const validate = validateBy(expenseOperations['save-expense'].input);
const LABELS: Readonly<Record<string, string>> = {
  kind: 'kind-label',
  vehicleId: 'vehicle',
  driverId: 'driver',
  vendorId: 'vendor',
  billNumber: 'bill-number',
  odometerM: 'odometer',
  fullTank: 'full-tank',
  missedFill: 'missed-fill',
};

/** The photo of the bill first, then the facts known at the pump, then the rest. */
export function ExpenseForm({ start, expense, onClose }: Props) {
  const { t } = useTranslation();
  const label = (key: string) => t(`expenses.${LABELS[key] ?? key}`);
  const mayEdit = useMay('expenses', expense === undefined ? 'create' : 'edit');
  const mayDelete = useMay('expenses', 'delete') && expense?.state !== 'approved';
  const maySave = mayEdit && expense?.state !== 'approved';
  const version = useVersion(expense, async (id) => (await call('get-expense-by-id', { id })).expense, valuesOf);
  const fields = useOwnFields('expense', expense?.id);
  const record = useClosingForm({
    initialValues: start,
    // Custom fields are validated by the server, which has their definitions.
    validate: ({ own: _own, ...values }) => validate(values),
    save: ({ amount, day, own, ...values }) =>
      call('save-expense', {
        ...values,
        // Validated above: they cannot be missing.
        amount: amount ?? 0,
        day: day ?? '',
        driverId: choices.driverId,
        currency,
        ...(fields && { own: ownValuesOf(own, fields) }),
        ...version.sent(),
      }),
    readAgain: version.readAgain,
    savedText: ({ expense: saved }) =>
      t(saved.state === 'draft' ? 'form.saved' : 'expenses.submitted', { name: nameOf(t, saved) }),
    onChanged: refreshExpenses,
    onClose,
  });
  const { form } = record;
  const { values } = form;
  const choices = useExpenseReferenceFields({
    form,
    label,
    mayEdit: maySave,
    vehicleRequired: values.kind === 'fuel',
    ...(expense === undefined && { day: values.day }),
  });
  const { quantity } = values;
  const overTank =
    values.kind === 'fuel' &&
    quantity !== null &&
    choices.tankL !== null &&
    quantity > choices.tankL &&
    !(quantity === expense?.quantity && values.vehicleId === expense.vehicleId);
  const currency = expense?.currency ?? choices.currency;
  const liquid = isLiquid(values.kind);
  const field = (name: keyof ExpenseValues & string) => ({ ...form.getInputProps(name), label: label(name) });

  function wordOf(name: string, value: unknown): string | undefined {
    if (name === 'kind') return t(`expenses.kind.${String(value)}`);
    if (typeof value === 'boolean') return t(value ? 'expenses.yes' : 'expenses.no');
    if ((name === 'amount' || name === 'tax') && typeof value === 'number') return formatMoney(value, currency);
    if (name === 'odometerM' && typeof value === 'number') return formatDistance(value);
    if (name === 'day' && typeof value === 'string') return formatDate(value);
    return choices.wordOf(name, value);
  }
  /** The server counts added or removed photos as a change of the record, which this form itself has made. */
  function photosChanged() {
    version.changedHere();
    refresh('get-expense-list', 'get-expense-queue');
  }
  const remove = (one: Expense) =>
    record.remove({
      name: nameOf(t, one),
      consequence: t('expenses.delete-text'),
      remove: () => call('delete-expense', { id: one.id }),
      restore: () => call('restore-expense', { id: one.id }),
    });
  return (
    <RecordForm
      record={record}
      fieldWords={{ label, value: wordOf }}
      readOnly={!maySave}
      onCancel={onClose}
      aside={expense && <RecordTasks kind="expense" id={expense.id} title={nameOf(t, expense)} />}
      onDelete={expense && mayDelete ? () => remove(expense) : undefined}
      saveLabel={values.submit ? t('expenses.submit') : undefined}
    >
      {expense && <ExpenseNote expense={expense} onReopened={onClose} />}
      {expense && <ExpenseChecks expense={expense} />}
      {expense ? (
        <RecordFiles
          kind="expense"
          id={expense.id}
          mayEdit={maySave}
          label={t('files.of', { name: nameOf(t, expense) })}
          addLabel={t('expenses.photo')}
          onChanged={photosChanged}
        />
      ) : (
        <NewFiles
          label={t('expenses.photos')}
          addLabel={t('expenses.photo')}
          onChange={(ids) => form.setFieldValue('fileIds', ids)}
        />
      )}
      <SimpleGrid cols={2} spacing="sm">
        <Select
          {...field('kind')}
          withAsterisk
          allowDeselect={false}
          data={EXPENSE_KINDS.map((value) => ({ value, label: t(`expenses.kind.${value}`) }))}
        />
        <MoneyField {...field('amount')} withAsterisk currency={currency} value={values.amount} />
      </SimpleGrid>
      {choices.vehicle}
      {liquid && (
        <SimpleGrid cols={2} spacing="sm">
          <QuantityField
            {...field('quantity')}
            label={label('litres-label')}
            withAsterisk={values.kind === 'fuel'}
            value={quantity}
            onChange={(next) => {
              form.setFieldValue('quantity', next);
              // The confirmation was for another amount.
              form.setFieldValue('overTank', false);
            }}
          />
          <DistanceField {...field('odometerM')} value={values.odometerM} />
        </SimpleGrid>
      )}
      {overTank && (
        <Alert type="warning" title={t('expenses.over-tank.title')} dismissible={false}>
          {t('expenses.over-tank.text', { tank: formatDecimal(choices.tankL ?? 0), litres: formatDecimal(quantity) })}
          <Checkbox
            mt="xs"
            {...form.getInputProps('overTank', { type: 'checkbox' })}
            label={t('expenses.over-tank.confirm', { litres: formatDecimal(quantity) })}
          />
        </Alert>
      )}
      {values.kind === 'fuel' && (
        <>
          <Checkbox {...form.getInputProps('fullTank', { type: 'checkbox' })} label={label('fullTank')} />
          <Checkbox
            {...form.getInputProps('missedFill', { type: 'checkbox' })}
            label={label('missedFill')}
            description={t('expenses.missed-fill-text')}
          />
        </>
      )}
      <DuplicateNote expense={expense} values={values} enabled={maySave} />
      <OwnFieldsSection
        fields={fields}
        draft={values.own}
        onChange={(own) => form.setFieldValue('own', own)}
        errors={form.errors}
      />
      <Section title={t('expenses.more')} level={3}>
        {choices.vendor}
        {choices.driver}
        <SimpleGrid cols={2} spacing="sm">
          <DateField {...field('day')} withAsterisk value={values.day} />
          <TextInput {...field('billNumber')} maxLength={60} />
          <MoneyField {...field('tax')} currency={currency} value={values.tax} />
          {!liquid && <QuantityField {...field('quantity')} value={values.quantity} />}
          {!liquid && <DistanceField {...field('odometerM')} value={values.odometerM} />}
        </SimpleGrid>
        <Textarea {...field('note')} autosize minRows={2} maxLength={2000} />
        <Checkbox
          label={t('expenses.keep-draft')}
          checked={!values.submit}
          onChange={({ currentTarget }) => form.setFieldValue('submit', !currentTarget.checked)}
        />
      </Section>
    </RecordForm>
  );
}

interface QuantityProps {
  label: string;
  value: number | null;
  onChange: (value: number | null) => void;
  withAsterisk?: boolean;
  error?: ReactNode;
}

function QuantityField({ value, onChange, ...props }: QuantityProps) {
  return (
    <NumberInput {...props} value={value ?? ''} decimals={3} onChange={(entered) => onChange(enteredNumber(entered))} />
  );
}
