import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/use-call.ts';
import { FOR_A_FORM } from '../../../ui/form/for-a-form.ts';
import { RecordDrawer } from '../../../ui/form/record-drawer.tsx';
import { useOpenRecord } from '../../../ui/form/use-open-record.ts';
import { useShownRecord } from '../../../ui/form/use-shown-record.ts';
import { PlanForm } from './plan-form.tsx';

/** The form of a new plan, or of the one that is open. */
export function PlanDrawer() {
  const { t } = useTranslation();
  const { opened, close } = useOpenRecord();
  const id = typeof opened === 'number' ? opened : 0;
  const query = useCall('get-plan-by-id', { id }, { ...FOR_A_FORM, enabled: id > 0 });
  const shown = useShownRecord(opened, query.data?.plan);
  const isNew = shown.opened === 'new';
  return (
    <RecordDrawer
      title={isNew ? t('subscriptions.plans.new') : (shown.record?.name ?? ' ')}
      opened={opened !== null}
      onClose={close}
      loading={!isNew && shown.record === undefined}
      error={id > 0 ? query.error : null}
      onRetry={() => void query.refetch()}
    >
      <PlanForm key={shown.opened} plan={isNew ? undefined : shown.record} onClose={close} />
    </RecordDrawer>
  );
}
