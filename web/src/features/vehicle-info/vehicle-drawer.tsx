import { Skeleton } from '@mantine/core';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/use-call.ts';
import { FOR_A_FORM } from '../../ui/form/for-a-form.ts';
import { RecordDrawer } from '../../ui/form/record-drawer.tsx';
import { useShownRecord } from '../../ui/form/use-shown-record.ts';
import { lazyPart } from '../../ui/lazy-part.ts';

const VehicleForm = lazyPart(() => import('./vehicle-form.tsx'));

interface Props {
  opened: number | 'new' | null;
  onClose: () => void;
  /** The vehicle that was open is gone. */
  onRemoved?: () => void;
}

/** The form of a new vehicle, or of the one that is open. */
export function VehicleDrawer({ opened, onClose, onRemoved }: Props) {
  const { t } = useTranslation();
  const id = typeof opened === 'number' ? opened : 0;
  const query = useCall('get-vehicle-by-id', { id }, { ...FOR_A_FORM, enabled: id > 0 });
  const shown = useShownRecord(opened, query.data?.vehicle);
  const isNew = shown.opened === 'new';
  return (
    <RecordDrawer
      title={isNew ? t('vehicle-info.new') : (shown.record?.registration ?? ' ')}
      opened={opened !== null}
      onClose={onClose}
      loading={!isNew && shown.record === undefined}
      error={id > 0 ? query.error : null}
      onRetry={() => void query.refetch()}
    >
      <Suspense fallback={<Skeleton height={320} />}>
        <VehicleForm
          key={shown.opened}
          vehicle={isNew ? undefined : shown.record}
          onClose={onClose}
          onRemoved={onRemoved}
        />
      </Suspense>
    </RecordDrawer>
  );
}
