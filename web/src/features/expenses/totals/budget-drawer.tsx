import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/use-call.ts';
import { FOR_A_FORM } from '../../../ui/form/for-a-form.ts';
import { RecordDrawer } from '../../../ui/form/record-drawer.tsx';
import { useOpenRecord } from '../../../ui/form/use-open-record.ts';
import { useShownRecord } from '../../../ui/form/use-shown-record.ts';
import { BudgetForm } from './budget-form.tsx';
import { budgetName } from './budget-table.tsx';

/** The form of a new budget, or of the one that is open. */
export function BudgetDrawer({ month }: { month: string }) {
  const { t } = useTranslation();
  const { opened, close } = useOpenRecord();
  const id = typeof opened === 'number' ? opened : 0;
  const query = useCall('get-budget-by-id', { id }, { ...FOR_A_FORM, enabled: id > 0 });
  const shown = useShownRecord(opened, query.data?.budget);
  const isNew = shown.opened === 'new';
  return (
    <RecordDrawer
      title={isNew ? t('expense-totals.new-budget') : shown.record ? budgetName(t, shown.record) : ' '}
      opened={opened !== null}
      onClose={close}
      loading={!isNew && shown.record === undefined}
      error={id > 0 ? query.error : null}
      onRetry={() => void query.refetch()}
      size={460}
    >
      <BudgetForm
        key={`${shown.opened}-${shown.record?.version}`}
        budget={isNew ? undefined : shown.record}
        month={month}
        onClose={close}
      />
    </RecordDrawer>
  );
}
