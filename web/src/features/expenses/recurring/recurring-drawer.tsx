import { useTranslation } from 'react-i18next';
import { callQuery, useCall } from '../../../api/use-call.ts';
import { RecordDrawer } from '../../../ui/form/record-drawer.tsx';
import { useDrawerRecord } from '../../../ui/form/use-drawer-record.ts';
import { useOpenRecord } from '../../../ui/form/use-open-record.ts';
import { recurringName } from './recurring-columns.tsx';
import { RecurringForm } from './recurring-form.tsx';

/** The form of a new recurring expense, or of the open one. */
export function RecurringDrawer() {
  const { t } = useTranslation();
  const { opened, close } = useOpenRecord();
  const choices = useCall('get-expense-choices', {}, { enabled: opened === 'new' });
  const { shown, isNew, drawer } = useDrawerRecord(
    opened,
    (id) => callQuery('get-recurring-expense-by-id', { id }),
    ({ recurring }) => recurring,
    choices,
  );
  const today = choices.data?.today;
  return (
    <RecordDrawer
      {...drawer}
      title={isNew ? t('recurring-expenses.new') : shown.record ? recurringName(t, shown.record) : ' '}
      onClose={close}
      size={500}
    >
      <RecurringForm
        key={`${shown.opened}-${shown.record?.version}`}
        recurring={isNew ? undefined : shown.record}
        today={today ?? ''}
        onClose={close}
      />
    </RecordDrawer>
  );
}
