import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../api/use-call.ts';
import { RecordDrawer } from '../../../ui/form/record-drawer.tsx';
import { useDrawerRecord } from '../../../ui/form/use-drawer-record.ts';
import { useOpenRecord } from '../../../ui/form/use-open-record.ts';
import { PlanForm } from './plan-form.tsx';

/** The form of a new plan, or of the open one. */
export function PlanDrawer() {
  const { t } = useTranslation();
  const { opened, close } = useOpenRecord();
  const { shown, isNew, drawer } = useDrawerRecord(
    opened,
    (id) => callQuery('get-plan-by-id', { id }),
    ({ plan }) => plan,
  );
  return (
    <RecordDrawer
      {...drawer}
      title={isNew ? t('subscriptions.plans.new') : (shown.record?.name ?? ' ')}
      onClose={close}
    >
      <PlanForm key={shown.opened} plan={isNew ? undefined : shown.record} onClose={close} />
    </RecordDrawer>
  );
}
