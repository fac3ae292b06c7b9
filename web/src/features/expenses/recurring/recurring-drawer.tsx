import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/use-call.ts';
import { FOR_A_FORM } from '../../../ui/form/for-a-form.ts';
import { RecordDrawer } from '../../../ui/form/record-drawer.tsx';
import { useOpenRecord } from '../../../ui/form/use-open-record.ts';
import { useShownRecord } from '../../../ui/form/use-shown-record.ts';
import { recurringName } from './recurring-columns.tsx';
import { RecurringForm } from './recurring-form.tsx';

/** The form of a new recurring expense, or of the one that is open. */
export function RecurringDrawer() {
  const { t } = useTranslation();
  const { opened, close } = useOpenRecord();
  const id = typeof opened === 'number' ? opened : 0;
  const query = useCall('get-recurring-expense-by-id', { id }, { ...FOR_A_FORM, enabled: id > 0 });
  const choices = useCall('get-expense-choices', {}, { enabled: opened === 'new' });
  const shown = useShownRecord(opened, query.data?.recurring);
  const isNew = shown.opened === 'new';
  const today = choices.data?.today;
  return (
    <RecordDrawer
      title={isNew ? t('recurring-expenses.new') : shown.record ? recurringName(t, shown.record) : ' '}
      opened={opened !== null}
      onClose={close}
      loading={isNew ? today === undefined : shown.record === undefined}
      error={id > 0 ? query.error : choices.error}
      onRetry={() => void (id > 0 ? query : choices).refetch()}
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
