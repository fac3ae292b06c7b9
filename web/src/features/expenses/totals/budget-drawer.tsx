import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../api/use-call.ts';
import { RecordDrawer } from '../../../ui/form/record-drawer.tsx';
import { useDrawerRecord } from '../../../ui/form/use-drawer-record.ts';
import { useOpenRecord } from '../../../ui/form/use-open-record.ts';
import { BudgetForm } from './budget-form.tsx';
import { budgetName } from './budget-table.tsx';

/** The form of a new budget, or of the open one. */
export function BudgetDrawer({ month }: { month: string }) {
  const { t } = useTranslation();
  const { opened, close } = useOpenRecord();
  const { shown, isNew, drawer } = useDrawerRecord(
    opened,
    (id) => callQuery('get-budget-by-id', { id }),
    ({ budget }) => budget,
  );
  return (
    <RecordDrawer
      {...drawer}
      title={isNew ? t('expense-totals.new-budget') : shown.record ? budgetName(t, shown.record) : ' '}
      onClose={close}
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
