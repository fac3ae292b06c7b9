import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { callQuery, useCall } from '../../api/use-call.ts';
import { nameOf } from '../../ui/expenses/expense-columns.tsx';
import { RecordDrawer } from '../../ui/form/record-drawer.tsx';
import { useDrawerRecord } from '../../ui/form/use-drawer-record.ts';
import { useOpenRecord } from '../../ui/form/use-open-record.ts';
import { readFilter } from './expense-filter.ts';
import { ExpenseForm } from './expense-form.tsx';
import { newValues, valuesOf } from './expense-values.ts';

/** The form of a new expense, or of the open one. */
export function ExpenseDrawer() {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const { opened, close } = useOpenRecord();
  const choices = useCall('get-expense-choices', {}, { enabled: opened === 'new' });
  const { shown, isNew, drawer } = useDrawerRecord(
    opened,
    (id) => callQuery('get-expense-by-id', { id }),
    ({ expense }) => expense,
    choices,
  );
  const filter = readFilter(params);
  const start = isNew
    ? choices.data && newValues(choices.data.today, filter.vehicleId ?? choices.data.lastVehicleId, filter.kind)
    : shown.record && valuesOf(shown.record);
  return (
    <RecordDrawer
      {...drawer}
      title={isNew ? t('expenses.new') : shown.record ? nameOf(t, shown.record) : ' '}
      onClose={close}
      size={500}
    >
      {start && (
        <ExpenseForm
          key={`${shown.opened}-${shown.record?.version}`}
          start={start}
          expense={isNew ? undefined : shown.record}
          onClose={close}
        />
      )}
    </RecordDrawer>
  );
}
