import { EXPENSE_KINDS, type ExpenseKind, isLiquid } from '@milepost/contract/expense-kinds';
import { myDayOperations } from '@milepost/contract/my-day-operations';
import type { OperationOutput } from '@milepost/contract/operation';
import type { Operations } from '@milepost/contract/operations';
import { Checkbox, Select, SimpleGrid, Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { refresh } from '../../../api/refresh.ts';
import { formatMoney } from '../../../text/money.ts';
import { DateField } from '../../../ui/date-picker/date-field.tsx';
import { NewFiles } from '../../../ui/files/new-files.tsx';
import { DistanceField } from '../../../ui/form/distance-field.tsx';
import { enteredNumber } from '../../../ui/form/entered-number.ts';
import { NumberInput } from '../../../ui/form/number-input.tsx';
import { RecordDrawer } from '../../../ui/form/record-drawer.tsx';
import { RecordForm } from '../../../ui/form/record-form.tsx';
import { useClosingForm } from '../../../ui/form/use-closing-form.ts';
import { useOpenRecord } from '../../../ui/form/use-open-record.ts';
import { validateBy } from '../../../ui/form/validate-by.ts';
import { MoneyField } from '../../../ui/money/money-field.tsx';

interface Props {
  day: Pick<OperationOutput<Operations['get-my-day']>, 'vehicles' | 'today' | 'currency'>;
}

interface Values extends Record<string, unknown> {
  kind: ExpenseKind;
  vehicleId: number | null;
  amount: number | null;
  day: string | null;
  quantity: number | null;
  fullTank: boolean;
  odometerM: number | null;
  note: string;
  fileIds: number[];
}

const validate = validateBy(myDayOperations['add-own-bill'].input);

/** The form of a new bill for a driver's own vehicle: the photo first, then the facts known at the pump. */
export function BillDrawer({ day }: Props) {
  const { t } = useTranslation();
  const { opened, close } = useOpenRecord();
  return (
    <RecordDrawer
      title={t('my-day.add-bill')}
      opened={opened === 'new'}
      onClose={close}
      loading={false}
      error={null}
      onRetry={() => undefined}
    >
      <BillForm day={day} onClose={close} />
    </RecordDrawer>
  );
}

function BillForm({ day: { vehicles, today, currency }, onClose }: Props & { onClose: () => void }) {
  const { t } = useTranslation();
  const initialValues: Values = {
    kind: 'fuel',
    vehicleId: vehicles[0]?.id ?? null,
    amount: null,
    day: today,
    quantity: null,
    fullTank: true,
    odometerM: null,
    note: '',
    fileIds: [],
  };
  const record = useClosingForm({
    initialValues,
    validate,
    // Validated above: they cannot be missing.
    save: ({ amount, day, ...values }) => call('add-own-bill', { ...values, amount: amount ?? 0, day: day ?? '' }),
    savedText: ({ bill }) =>
      t('expenses.submitted', {
        name: `${t(`expenses.kind.${bill.kind}`)} · ${formatMoney(bill.amount, bill.currency)}`,
      }),
    onChanged: () => refresh('get-own-bill-list'),
    onClose: () => onClose(),
  });
  const { form } = record;
  const { values } = form;
  const field = (name: keyof Values & string, label: string) => ({ ...form.getInputProps(name), label: t(label) });
  return (
    <RecordForm record={record} readOnly={false} onCancel={onClose} saveLabel={t('expenses.submit')}>
      <NewFiles
        label={t('expenses.photos')}
        addLabel={t('expenses.photo')}
        onChange={(ids) => form.setFieldValue('fileIds', ids)}
      />
      <SimpleGrid cols={2} spacing="sm">
        <Select
          {...field('kind', 'expenses.kind-label')}
          withAsterisk
          allowDeselect={false}
          data={EXPENSE_KINDS.map((value) => ({ value, label: t(`expenses.kind.${value}`) }))}
        />
        <MoneyField {...field('amount', 'expenses.amount')} withAsterisk currency={currency} value={values.amount} />
      </SimpleGrid>
      <Select
        {...field('vehicleId', 'expenses.vehicle')}
        withAsterisk
        allowDeselect={false}
        data={vehicles.map(({ id, registration }) => ({ value: id, label: registration }))}
        value={values.vehicleId}
        onChange={(id) => form.setFieldValue('vehicleId', id)}
      />
      <SimpleGrid cols={2} spacing="sm">
        <NumberInput
          {...field('quantity', isLiquid(values.kind) ? 'expenses.litres-label' : 'expenses.quantity')}
          withAsterisk={values.kind === 'fuel'}
          value={values.quantity ?? ''}
          decimals={3}
          onChange={(entered) => form.setFieldValue('quantity', enteredNumber(entered))}
        />
        <DistanceField {...field('odometerM', 'expenses.odometer')} value={values.odometerM} />
        <DateField {...field('day', 'expenses.day')} withAsterisk value={values.day} />
      </SimpleGrid>
      {values.kind === 'fuel' && (
        <Checkbox {...form.getInputProps('fullTank', { type: 'checkbox' })} label={t('expenses.full-tank')} />
      )}
      <Textarea {...field('note', 'expenses.note')} autosize minRows={2} maxLength={2000} />
    </RecordForm>
  );
}
