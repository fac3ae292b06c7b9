import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useCall } from '../../api/use-call.ts';
import { nameOf } from '../../ui/expenses/expense-columns.tsx';
import { FOR_A_FORM } from '../../ui/form/for-a-form.ts';
import { RecordDrawer } from '../../ui/form/record-drawer.tsx';
import { useOpenRecord } from '../../ui/form/use-open-record.ts';
import { useShownRecord } from '../../ui/form/use-shown-record.ts';
import { readFilter } from './expense-filter.ts';
import { ExpenseForm } from './expense-form.tsx';
import { newValues, valuesOf } from './expense-values.ts';

/** The form of a new expense, or of the one that is open. */
export function ExpenseDrawer() {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const { opened, close } = useOpenRecord();
  const id = typeof opened === 'number' ? opened : 0;
  const query = useCall('get-expense-by-id', { id }, { ...FOR_A_FORM, enabled: id > 0 });
  const choices = useCall('get-expense-choices', {}, { enabled: opened === 'new' });
  const shown = useShownRecord(opened, query.data?.expense);
  const isNew = shown.opened === 'new';
  const filter = readFilter(params);
  const start = isNew
    ? choices.data && newValues(choices.data.today, filter.vehicleId ?? choices.data.lastVehicleId, filter.kind)
    : shown.record && valuesOf(shown.record);
  return (
    <RecordDrawer
      title={isNew ? t('expenses.new') : shown.record ? nameOf(t, shown.record) : ' '}
      opened={opened !== null}
      onClose={close}
      loading={start === undefined}
      error={id > 0 ? query.error : choices.error}
      onRetry={() => void (id > 0 ? query : choices).refetch()}
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
