import { installationOperations, type Installation } from '@milepost/contract/installation-operations';
import { SimpleGrid, Text, TextInput } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { refresh, refreshFleet } from '../../api/refresh.ts';
import { useCall } from '../../api/use-call.ts';
import { MomentInput } from '../date-picker/moment-input.tsx';
import { DistanceField } from '../form/distance-field.tsx';
import { RecordForm } from '../form/record-form.tsx';
import { SearchedSelect } from '../form/searched-select.tsx';
import { formatDistance } from '../../text/format.ts';
import { rowWith } from '../form/row-with.ts';
import { useClosingForm } from '../form/use-closing-form.ts';
import { useVersion } from '../form/use-version.ts';
import { validateBy } from '../form/validate-by.ts';

interface Props {
  vehicleId: number;
  /** The notes of an existing installation; undefined to install another device. */
  installation: Installation | undefined;
  mayEdit: boolean;
  onClose: () => void;
}

const SHOWN = 50;
/** The size of one page. */
const MAX_ROWS = 500;
const LABELS: Readonly<Record<string, string>> = { odometerM: 'odometer', simNumber: 'sim', simOperator: 'operator' };
const swapFaults = validateBy(installationOperations['swap-device'].input);
const noteFaults = validateBy(installationOperations['save-installation'].input);

/** Installs another device in a vehicle at a given moment, or edits the notes of an installation. */
export default function InstallationForm({ vehicleId, installation, mayEdit, onClose }: Props) {
  const { t } = useTranslation();
  const label = (key: string) => t(`installation.${key}`);
  const isNew = installation === undefined;
  const [search, setSearch] = useState('');
  const free = useCall(
    'get-device-list',
    { free: true, search, sort: 'identity', pageSize: SHOWN },
    { enabled: isNew, placeholderData: keepPreviousData },
  );
  const version = useVersion(
    installation,
    async (id) => rowWith((await call('get-installation-list', { vehicleId, pageSize: MAX_ROWS })).rows, id),
    startValues,
  );
  const record = useClosingForm({
    initialValues: startValues(installation),
    validate: ({ deviceId, at, ...notes }) =>
      installation
        ? noteFaults({ ...notes, id: installation.id })
        : swapFaults({ ...notes, vehicleId, deviceId: deviceId ?? undefined, ...(at !== null && { at }) }),
    save: ({ deviceId, at, ...notes }) =>
      installation
        ? call('save-installation', { ...notes, id: installation.id, ...version.sent() })
        : call('swap-device', { ...notes, vehicleId, deviceId: deviceId ?? 0, ...(at !== null && { at }) }),
    readAgain: version.readAgain,
    savedText: ({ installation: { registration, identity } }) =>
      t('form.saved', { name: `${registration} · ${identity}` }),
    onChanged() {
      refreshFleet();
      refresh('get-installation-list', 'get-vehicle-overview', 'get-vehicle-engine', 'get-vehicle-now');
    },
    onClose,
  });
  const { form } = record;
  const devices = (free.data?.rows ?? []).map(({ id, identity, protocol, model }) => ({
    id,
    name: [identity, model ?? protocol].filter(Boolean).join(' · '),
  }));
  return (
    <RecordForm
      record={record}
      fieldWords={{
        label: (field) => label(LABELS[field] ?? field),
        value: (field, value) => (field === 'odometerM' ? formatDistance(Number(value)) : undefined),
      }}
      readOnly={!mayEdit}
      onCancel={onClose}
      {...(isNew && { saveLabel: label('swap') })}
    >
      {isNew && (
        <>
          <Text size="sm" c="dimmed">
            {label('swap-text')}
          </Text>
          <SearchedSelect
            label={label('new-device')}
            placeholder={label('device-search')}
            options={devices}
            total={free.data?.total}
            onSearch={setSearch}
            {...form.getInputProps('deviceId')}
            value={form.values.deviceId}
          />
          <MomentInput
            {...form.getInputProps('at')}
            label={label('at')}
            timeLabel={label('time')}
            value={form.values.at}
            open={label('now')}
          />
        </>
      )}
      <SimpleGrid cols={2} spacing="sm">
        <TextInput {...form.getInputProps('technician')} label={label('technician')} maxLength={80} />
        <DistanceField {...form.getInputProps('odometerM')} label={label('odometer')} value={form.values.odometerM} />
      </SimpleGrid>
      <TextInput {...form.getInputProps('place')} label={label('place')} maxLength={120} />
      <SimpleGrid cols={2} spacing="sm">
        <TextInput {...form.getInputProps('simNumber')} label={label('sim')} maxLength={30} />
        <TextInput {...form.getInputProps('simOperator')} label={label('operator')} maxLength={60} />
      </SimpleGrid>
      <TextInput {...form.getInputProps('note')} label={label('note')} maxLength={300} />
    </RecordForm>
  );
}

function startValues(installation: Installation | undefined): {
  deviceId: number | null;
  at: string | null;
  technician: string;
  place: string;
  odometerM: number | null;
  simNumber: string;
  simOperator: string;
  note: string;
} {
  return {
    deviceId: null,
    at: null,
    technician: installation?.technician ?? '',
    place: installation?.place ?? '',
    odometerM: installation?.odometerM ?? null,
    simNumber: installation?.simNumber ?? '',
    simOperator: installation?.simOperator ?? '',
    note: installation?.note ?? '',
  };
}
