import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/use-call.ts';
import { FOR_A_FORM } from '../../../ui/form/for-a-form.ts';
import { RecordDrawer } from '../../../ui/form/record-drawer.tsx';
import { useOpenRecord } from '../../../ui/form/use-open-record.ts';
import { useShownRecord } from '../../../ui/form/use-shown-record.ts';
import { SubscriptionForm } from './subscription-form.tsx';

/** The form of a new subscription, or of the one that is open. */
export function SubscriptionDrawer() {
  const { t } = useTranslation();
  const { opened, close } = useOpenRecord();
  const id = typeof opened === 'number' ? opened : 0;
  const query = useCall('get-subscription-by-id', { id }, { ...FOR_A_FORM, enabled: id > 0 });
  const shown = useShownRecord(opened, query.data);
  const isNew = shown.opened === 'new';
  const { subscription } = shown.record ?? {};
  return (
    <RecordDrawer
      title={
        isNew
          ? t('subscriptions.new')
          : subscription
            ? `${subscription.organisationName} · ${subscription.planName}`
            : ' '
      }
      opened={opened !== null}
      onClose={close}
      loading={!isNew && shown.record === undefined}
      error={id > 0 ? query.error : null}
      onRetry={() => void query.refetch()}
      size={500}
    >
      <SubscriptionForm key={shown.opened} record={isNew ? undefined : shown.record} onClose={close} />
    </RecordDrawer>
  );
}
