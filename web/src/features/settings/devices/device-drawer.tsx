import { Box } from '@mantine/core';
import { FaultList } from '../../../ui/device-fault/fault-list.tsx';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../api/use-call.ts';
import { RecordDrawer } from '../../../ui/form/record-drawer.tsx';
import { MoveButton } from '../../../ui/move/move-button.tsx';
import { useDrawerRecord } from '../../../ui/form/use-drawer-record.ts';
import { lazyPart } from '../../../ui/lazy-part.ts';

// Lazy-loaded together with its validation schemas.
const DeviceForm = lazyPart(() => import('./device-form.tsx'));

interface Props {
  opened: number | 'new' | null;
  onClose: () => void;
}

/** The form of a new device, or of the open one. */
export function DeviceDrawer({ opened, onClose }: Props) {
  const { t } = useTranslation();
  const { shown, isNew, drawer } = useDrawerRecord(
    opened,
    (id) => callQuery('get-device-by-id', { id }),
    ({ device }) => device,
  );
  return (
    <RecordDrawer
      {...drawer}
      title={isNew ? t('settings.devices.new') : (shown.record?.identity ?? ' ')}
      onClose={onClose}
    >
      {shown.record && shown.record.faults.length > 0 && (
        <Box mb="md">
          <FaultList faults={shown.record.faults} label={t('device-fault.title')} />
        </Box>
      )}
      {shown.record && !isNew && (
        <Box mb="md">
          <MoveButton kind="devices" ids={[shown.record.id]} name={shown.record.identity} onMoved={onClose} />
        </Box>
      )}
      <Suspense>
        <DeviceForm key={shown.opened} device={isNew ? undefined : shown.record} onClose={onClose} />
      </Suspense>
    </RecordDrawer>
  );
}
