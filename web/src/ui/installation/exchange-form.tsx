import { type ExchangeSide, installationOperations } from '@milepost/contract/installation-operations';
import { Stack, Text } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError } from '../../api/call-error.ts';
import { call, type CallInput } from '../../api/call.ts';
import { refresh, refreshFleet } from '../../api/refresh.ts';
import { useCall } from '../../api/use-call.ts';
import { formatDayAndClock, formatDistance, formatNumber } from '../../text/format.ts';
import { isolate } from '../../text/isolate.ts';
import { Alert } from '../alert/alert.tsx';
import { MomentInput } from '../date-picker/moment-input.tsx';
import { ErrorNote } from '../error-note/error-note.tsx';
import { RecordForm } from '../form/record-form.tsx';
import { SearchedSelect } from '../form/searched-select.tsx';
import { useRecordForm } from '../form/use-record-form.ts';
import { validateBy } from '../form/validate-by.ts';
import { notifyWithUndo } from '../toast/notify-with-undo.tsx';
import { notifyError } from '../toast/notify.ts';

interface Props {
  vehicleId: number;
  onClose: () => void;
}

const SHOWN = 50;
const faults = validateBy(installationOperations['preview-device-exchange'].input);

function changed() {
  refreshFleet();
  refresh('get-installation-list', 'get-vehicle-overview', 'get-vehicle-engine', 'get-vehicle-now');
}

/** Swaps the devices of two vehicles from a past moment on, after showing which data moves. */
export default function ExchangeForm({ vehicleId, onClose }: Props) {
  const { t } = useTranslation();
  const label = (key: string) => t(`installation.${key}`);
  const [search, setSearch] = useState('');
  const vehicles = useCall(
    'get-vehicle-list',
    { search, sort: 'registration', pageSize: SHOWN },
    { placeholderData: keepPreviousData },
  );
  const record = useRecordForm({
    initialValues: { otherVehicleId: null as number | null, at: null as string | null },
    validate: ({ otherVehicleId, at }) =>
      faults({ vehicleId, otherVehicleId: otherVehicleId ?? undefined, at: at ?? undefined }),
    save: async ({ otherVehicleId, at }): Promise<CallInput<'exchange-devices'>> => {
      const between = { vehicleId, otherVehicleId: otherVehicleId ?? 0, at: at ?? '' };
      // The state that the preview showed; if it is not loaded yet, the present one.
      const { one, other } = preview.data ?? (await call('preview-device-exchange', between));
      await call('exchange-devices', { ...between, deviceId: one.deviceId, otherDeviceId: other.deviceId });
      return { ...between, deviceId: other.deviceId, otherDeviceId: one.deviceId };
    },
    onSaved(back) {
      changed();
      notifyWithUndo(t, label('exchanged'), () => {
        call('exchange-devices', back).then(changed, (error: unknown) => notifyError(t, error));
      });
      onClose();
    },
  });
  const { form } = record;
  const { otherVehicleId, at } = form.values;
  const ready = otherVehicleId !== null && at !== null;
  const preview = useCall(
    'preview-device-exchange',
    { vehicleId, otherVehicleId: otherVehicleId ?? 0, at: at ?? '' },
    { enabled: ready, retry: false },
  );
  const options = (vehicles.data?.rows ?? [])
    .filter(({ id }) => id !== vehicleId)
    .map(({ id, registration }) => ({ id, name: registration }));
  return (
    <RecordForm record={record} readOnly={false} onCancel={onClose} saveLabel={label('exchange-now')}>
      <Text size="sm" c="dimmed">
        {label('exchange-text')}
      </Text>
      <SearchedSelect
        {...form.getInputProps('otherVehicleId')}
        label={label('other-vehicle')}
        placeholder={label('vehicle-search')}
        options={options}
        total={vehicles.data?.total}
        onSearch={setSearch}
        value={otherVehicleId}
      />
      <MomentInput {...form.getInputProps('at')} label={label('since')} timeLabel={label('time')} value={at} />
      {ready && preview.isPending && (
        <Text size="sm" c="dimmed" role="status">
          {label('counting')}
        </Text>
      )}
      {ready && preview.error && <PreviewFault error={preview.error} />}
      {ready && preview.data && (
        <Alert type="info" dismissible={false} title={label('moves')}>
          <Stack gap="xs">
            <Side from={preview.data.one} to={preview.data.other} />
            <Side from={preview.data.other} to={preview.data.one} />
            <Text size="sm">{label('moves-hint')}</Text>
          </Stack>
        </Alert>
      )}
    </RecordForm>
  );
}

/** The reason why the exchange is impossible, at the field concerned. */
function PreviewFault({ error }: { error: Error }) {
  const [field] = error instanceof CallError ? Object.values(error.fields) : [];
  return field === undefined ? (
    <ErrorNote error={error} />
  ) : (
    <Alert type="warning" dismissible={false}>
      {field}
    </Alert>
  );
}

function Side({ from, to }: { from: ExchangeSide; to: ExchangeSide }) {
  const { t } = useTranslation();
  const { identity, positions, first, last, trips, distanceM } = from;
  return (
    <div>
      <Text size="sm" fw={600}>
        {t('installation.side', {
          device: isolate(identity),
          from: isolate(from.registration),
          to: isolate(to.registration),
        })}
      </Text>
      <Text size="sm">
        {first === null || last === null
          ? t('installation.nothing-moves')
          : t('installation.side-figures', {
              positions: formatNumber(positions),
              trips: formatNumber(trips),
              distance: formatDistance(distanceM),
              first: formatDayAndClock(first),
              last: formatDayAndClock(last),
            })}
      </Text>
    </div>
  );
}
