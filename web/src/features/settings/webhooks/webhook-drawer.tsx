import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../api/use-call.ts';
import { RecordDrawer } from '../../../ui/form/record-drawer.tsx';
import { useDrawerRecord } from '../../../ui/form/use-drawer-record.ts';
import { WebhookForm } from './webhook-form.tsx';

interface Props {
  opened: number | 'new' | null;
  onClose: () => void;
  onSecret: (secret: string) => void;
}

/** The form of a new webhook, or of the open one with its log. */
export function WebhookDrawer({ opened, onClose, onSecret }: Props) {
  const { t } = useTranslation();
  const { shown, isNew, drawer } = useDrawerRecord(
    opened,
    (id) => callQuery('get-webhook-by-id', { id }),
    ({ webhook }) => webhook,
  );
  return (
    <RecordDrawer
      {...drawer}
      title={isNew ? t('webhooks.new') : (shown.record?.name ?? ' ')}
      onClose={onClose}
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
