import { Skeleton } from '@mantine/core';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../api/use-call.ts';
import { RecordDrawer } from '../../ui/form/record-drawer.tsx';
import { useDrawerRecord } from '../../ui/form/use-drawer-record.ts';
import { lazyPart } from '../../ui/lazy-part.ts';

const VehicleForm = lazyPart(() => import('./vehicle-form.tsx'));

interface Props {
  opened: number | 'new' | null;
  onClose: () => void;
  /** Called when the open vehicle was deleted. */
  onRemoved?: () => void;
}

/** The form of a new vehicle, or of the open one. */
export function VehicleDrawer({ opened, onClose, onRemoved }: Props) {
  const { t } = useTranslation();
  const { shown, isNew, drawer } = useDrawerRecord(
    opened,
    (id) => callQuery('get-vehicle-by-id', { id }),
    ({ vehicle }) => vehicle,
  );
  return (
    <RecordDrawer
      {...drawer}
      title={isNew ? t('vehicle-info.new') : (shown.record?.registration ?? ' ')}
      onClose={onClose}
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
