import { useTranslation } from 'react-i18next';
import { useCall } from '../../../../api/use-call.ts';
import { FOR_A_FORM } from '../../../../ui/form/for-a-form.ts';
import { RecordDrawer } from '../../../../ui/form/record-drawer.tsx';
import { useOpenRecord } from '../../../../ui/form/use-open-record.ts';
import { useShownRecord } from '../../../../ui/form/use-shown-record.ts';
import { PlanForm } from './plan-form.tsx';
import { newValues, valuesOf } from './plan-values.ts';

/** The form of a new plan, or of the one that is open. */
export function PlanDrawer() {
  const { t } = useTranslation();
  const { opened, close } = useOpenRecord();
  const id = typeof opened === 'number' ? opened : 0;
  const query = useCall('get-service-plan-by-id', { id }, { ...FOR_A_FORM, enabled: id > 0 });
  const choices = useCall('get-service-plan-choices', {}, { enabled: opened === 'new' });
  const shown = useShownRecord(opened, query.data?.plan);
  const isNew = shown.opened === 'new';
  const start = isNew ? choices.data && newValues(choices.data.today) : shown.record && valuesOf(shown.record);
  return (
    <RecordDrawer
      title={isNew ? t('maintenance.plan.new') : (shown.record?.task ?? ' ')}
      opened={opened !== null}
      onClose={close}
      loading={start === undefined}
      error={id > 0 ? query.error : choices.error}
      onRetry={() => void (id > 0 ? query : choices).refetch()}
      size={500}
    >
      {start && (
        <PlanForm
          key={`${shown.opened}-${shown.record?.version}`}
          start={start}
          plan={isNew ? undefined : shown.record}
          onClose={close}
        />
      )}
    </RecordDrawer>
  );
}
