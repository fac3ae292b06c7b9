import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/use-call.ts';
import { RecordDrawer } from '../../ui/form/record-drawer.tsx';
import { VehicleForm } from './vehicle-form.tsx';

interface Props {
  opened: number | 'new' | null;
  onClose: () => void;
}

/** The form of a new vehicle, or of the one that is open. */
export function VehicleDrawer({ opened, onClose }: Props) {
  const { t } = useTranslation();
  const id = typeof opened === 'number' ? opened : 0;
  // Always fetched afresh: a form over stale values would undo what others changed.
  const query = useCall(
    'get-vehicle-by-id',
    { id },
    { enabled: id > 0, staleTime: 0, gcTime: 0, refetchOnWindowFocus: false },
  );
  const vehicle = query.data?.vehicle;
  return (
    <RecordDrawer
      title={opened === 'new' ? t('vehicle-info.new') : (vehicle?.registration ?? ' ')}
      opened={opened !== null}
      onClose={onClose}
      loading={id > 0 && vehicle === undefined}
      error={id > 0 ? query.error : null}
      onRetry={() => void query.refetch()}
    >
      <VehicleForm key={id} vehicle={id > 0 ? vehicle : undefined} onClose={onClose} />
    </RecordDrawer>
  );
}
