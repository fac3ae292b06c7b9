import { useTranslation } from 'react-i18next';
import { call, type CallInput } from '../../../api/call.ts';
import { BulkEdit } from '../../../ui/bulk-edit/bulk-edit.tsx';
import { dayField, numberField, textField } from '../../../ui/bulk-edit/bulk-fields.ts';
import type { BulkDialogProps } from '../../../ui/list-page/chosen-bar.tsx';
import { refreshSubscriptions } from '../../../api/refresh-records.ts';

type Props = BulkDialogProps<NonNullable<CallInput<'change-subscriptions'>['filter']>>;

/** Changes one field of the chosen subscriptions. */
export default function SubscriptionBulk({ of, count, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <BulkEdit
      count={count}
      fields={[
        dayField('untilDay', t('subscriptions.until-day')),
        numberField('vehicleLimit', t('subscriptions.vehicle-limit')),
        textField('note', t('subscriptions.note'), 500),
      ]}
      preview={(field, value) => call('preview-subscription-change', { ...of, field, value })}
      change={(field, value) => call('change-subscriptions', { ...of, field, value })}
      undo={(id) => call('undo-subscription-change', { id })}
      onChanged={refreshSubscriptions}
      onClose={onClose}
    />
  );
}
