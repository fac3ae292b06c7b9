import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/use-call.ts';
import { FOR_A_FORM } from '../../../ui/form/for-a-form.ts';
import { RecordDrawer } from '../../../ui/form/record-drawer.tsx';
import { useShownRecord } from '../../../ui/form/use-shown-record.ts';
import { WebhookForm } from './webhook-form.tsx';

interface Props {
  opened: number | 'new' | null;
  onClose: () => void;
  onSecret: (secret: string) => void;
}

/** The form of a new webhook, or of the one that is open with its log. */
export function WebhookDrawer({ opened, onClose, onSecret }: Props) {
  const { t } = useTranslation();
  const id = typeof opened === 'number' ? opened : 0;
  const query = useCall('get-webhook-by-id', { id }, { ...FOR_A_FORM, enabled: id > 0 });
  const shown = useShownRecord(opened, query.data?.webhook);
  const isNew = shown.opened === 'new';
  return (
    <RecordDrawer
      title={isNew ? t('webhooks.new') : (shown.record?.name ?? ' ')}
      opened={opened !== null}
      onClose={onClose}
      loading={!isNew && shown.record === undefined}
      error={id > 0 ? query.error : null}
      onRetry={() => void query.refetch()}
      size={560}
    >
      <WebhookForm
        key={shown.opened}
        webhook={isNew ? undefined : shown.record}
        onClose={onClose}
        onSecret={onSecret}
      />
    </RecordDrawer>
  );
}
