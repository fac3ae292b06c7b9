import { useTranslation } from 'react-i18next';
import { callQuery, useCall } from '../../../../api/use-call.ts';
import { RecordDrawer } from '../../../../ui/form/record-drawer.tsx';
import { useDrawerRecord } from '../../../../ui/form/use-drawer-record.ts';
import { useOpenRecord } from '../../../../ui/form/use-open-record.ts';
import { PlanForm } from './plan-form.tsx';
import { newValues, valuesOf } from './plan-values.ts';

/** The form of a new plan, or of the open one. */
export function PlanDrawer() {
  const { t } = useTranslation();
  const { opened, close } = useOpenRecord();
  const choices = useCall('get-service-plan-choices', {}, { enabled: opened === 'new' });
  const { shown, isNew, drawer } = useDrawerRecord(
    opened,
    (id) => callQuery('get-service-plan-by-id', { id }),
    ({ plan }) => plan,
    choices,
  );
  const start = isNew ? choices.data && newValues(choices.data.today) : shown.record && valuesOf(shown.record);
  return (
    <RecordDrawer
      {...drawer}
      title={isNew ? t('maintenance.plan.new') : (shown.record?.task ?? ' ')}
      onClose={close}
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
