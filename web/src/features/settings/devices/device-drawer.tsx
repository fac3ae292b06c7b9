import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/use-call.ts';
import { RecordDrawer } from '../../../ui/form/record-drawer.tsx';
import { DeviceForm } from './device-form.tsx';

interface Props {
  opened: number | 'new' | null;
  onClose: () => void;
}

/** The form of a new device, or of the one that is open. */
export function DeviceDrawer({ opened, onClose }: Props) {
  const { t } = useTranslation();
  const id = typeof opened === 'number' ? opened : 0;
  // Always fetched afresh: a form over stale values would undo what others changed.
  const query = useCall(
    'get-device-by-id',
    { id },
    { enabled: id > 0, staleTime: 0, gcTime: 0, refetchOnWindowFocus: false },
  );
  const device = query.data?.device;
  return (
    <RecordDrawer
      title={opened === 'new' ? t('settings.devices.new') : (device?.identity ?? ' ')}
      opened={opened !== null}
      onClose={onClose}
      loading={id > 0 && device === undefined}
      error={id > 0 ? query.error : null}
      onRetry={() => void query.refetch()}
    >
      <DeviceForm key={id} device={id > 0 ? device : undefined} onClose={onClose} />
    </RecordDrawer>
  );
}
