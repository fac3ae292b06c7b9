import { Box } from '@mantine/core';
import { FaultList } from '../../../ui/device-fault/fault-list.tsx';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/use-call.ts';
import { FOR_A_FORM } from '../../../ui/form/for-a-form.ts';
import { RecordDrawer } from '../../../ui/form/record-drawer.tsx';
import { useShownRecord } from '../../../ui/form/use-shown-record.ts';
import { lazyPart } from '../../../ui/lazy-part.ts';

// With the schemas that it checks by: only for whom it opens.
const DeviceForm = lazyPart(() => import('./device-form.tsx'));

interface Props {
  opened: number | 'new' | null;
  onClose: () => void;
}

/** The form of a new device, or of the one that is open. */
export function DeviceDrawer({ opened, onClose }: Props) {
  const { t } = useTranslation();
  const id = typeof opened === 'number' ? opened : 0;
  const query = useCall('get-device-by-id', { id }, { ...FOR_A_FORM, enabled: id > 0 });
  const shown = useShownRecord(opened, query.data?.device);
  const isNew = shown.opened === 'new';
  return (
    <RecordDrawer
      title={isNew ? t('settings.devices.new') : (shown.record?.identity ?? ' ')}
      opened={opened !== null}
      onClose={onClose}
      loading={!isNew && shown.record === undefined}
      error={id > 0 ? query.error : null}
      onRetry={() => void query.refetch()}
    >
      {shown.record && shown.record.faults.length > 0 && (
        <Box mb="md">
          <FaultList faults={shown.record.faults} label={t('device-fault.title')} />
        </Box>
      )}
      <Suspense>
        <DeviceForm key={shown.opened} device={isNew ? undefined : shown.record} onClose={onClose} />
      </Suspense>
    </RecordDrawer>
  );
}
