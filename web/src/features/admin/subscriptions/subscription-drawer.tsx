import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../api/use-call.ts';
import { RecordDrawer } from '../../../ui/form/record-drawer.tsx';
import { useDrawerRecord } from '../../../ui/form/use-drawer-record.ts';
import { useOpenRecord } from '../../../ui/form/use-open-record.ts';
import { SubscriptionForm } from './subscription-form.tsx';

/** The form of a new subscription, or of the open one. */
export function SubscriptionDrawer() {
  const { t } = useTranslation();
  const { opened, close } = useOpenRecord();
  const { shown, isNew, drawer } = useDrawerRecord(
    opened,
    (id) => callQuery('get-subscription-by-id', { id }),
    (answer) => answer,
  );
  const { subscription } = shown.record ?? {};
  return (
    <RecordDrawer
      {...drawer}
      title={
        isNew
          ? t('subscriptions.new')
          : subscription
            ? `${subscription.organisationName} · ${subscription.planName}`
            : ' '
      }
      onClose={close}
      size={500}
    >
      <SubscriptionForm key={shown.opened} record={isNew ? undefined : shown.record} onClose={close} />
    </RecordDrawer>
  );
}
