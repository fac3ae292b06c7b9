import { VEHICLE_TYPES } from '@milepost/contract/vehicle-kinds';
import { vehicleOperations, type Vehicle } from '@milepost/contract/vehicle-operations';
import { Button, Group, Select, SimpleGrid, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData } from '@tanstack/react-query';
import { IconMapPin } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { call } from '../../api/call.ts';
import { refresh, refreshFleet } from '../../api/refresh.ts';
import { useMay } from '../../api/setup.ts';
import { useCall } from '../../api/use-call.ts';
import { liveStore } from '../../live/live-client.ts';
import { OverrideField } from '../../ui/availability/override-field.tsx';
import { CreatableSelect } from '../../ui/form/creatable-select.tsx';
import { RecordForm } from '../../ui/form/record-form.tsx';
import { useClosingForm } from '../../ui/form/use-closing-form.ts';
import { useVersion } from '../../ui/form/use-version.ts';
import { DeviceSelect } from './device-select.tsx';
import { movedText } from '../../ui/move/moved-text.ts';
import { OwnFieldsSection } from '../../ui/own-fields/own-fields-section.tsx';
import { useOwnFields, valuesOf } from '../../ui/own-fields/own-values.ts';
import { detailLabel, detailText } from './vehicle-details.ts';
import { DetailSections, StatusFields } from './vehicle-form-details.tsx';
import { type VehicleValues, vehicleLabel, vehicleValues } from './vehicle-values.ts';
import { validateBy } from '../../ui/form/validate-by.ts';

interface Props {
  /** Undefined for a new vehicle. */
  vehicle: Vehicle | undefined;
  onClose: () => void;
  onRemoved?: (() => void) | undefined;
}

const validate = validateBy(vehicleOperations['save-vehicle'].input);

export default function VehicleForm({ vehicle, onClose, onRemoved }: Props) {
  const { t } = useTranslation();
  const label = (key: string) => t(`vehicle-info.${key}`);
  const moved = vehicle?.moved ?? null;
  // A moved vehicle has only its past here: it can be deleted, but not changed.
  const maySave = useMay('vehicles', vehicle === undefined ? 'create' : 'edit') && moved === null;
  const mayDelete = useMay('vehicles', 'delete');
  const mayName = useMay('vehicles', 'edit');
  const mayMap = useMay('live-map', 'view');
  const groups = useCall('get-group-list', {});
  const [opened] = useState(() => new Date(liveStore.clock.now()).toISOString());
  const [wanted, setWanted] = useState('');
  const [search] = useDebouncedValue(wanted, 250);
  const [chosen, setChosen] = useState(vehicle?.driverId ?? null);
  const drivers = useCall(
    'get-driver-choices',
    { search, ...(chosen !== null && { chosenId: chosen }) },
    { placeholderData: keepPreviousData },
  );
  const fields = useOwnFields('vehicle', vehicle?.id);
  const version = useVersion(vehicle, async (id) => (await call('get-vehicle-by-id', { id })).vehicle, vehicleValues);
  const record = useClosingForm<VehicleValues, { vehicle: Vehicle }>({
    initialValues: vehicleValues(vehicle),
    // Custom fields are validated by the server, which has their definitions.
    validate: ({ own: _own, ...values }) => validate(values),
    save: ({ deviceId, own, ...values }) =>
      call('save-vehicle', {
        ...values,
        ...(fields && { own: valuesOf(own, fields) }),
        ...version.sent(),
        // Omitted if unchanged, so that the installation is not touched.
        ...(deviceId !== (vehicle?.deviceId ?? null) && { deviceId }),
      }),
    readAgain: version.readAgain,
    savedText: ({ vehicle: saved }) => t('form.saved', { name: saved.registration }),
    onChanged: refreshFleet,
    onClose(saved) {
      if (saved) refresh('get-vehicle-overview');
      if (!saved && onRemoved) onRemoved();
      else onClose();
    },
  });
  const { form } = record;

  const fieldLabel = (field: string) => {
    if (field === 'own') return t('own-fields.title');
    const key = vehicleLabel(field);
    return key === null ? detailLabel(t, field) : t(key);
  };
  function fieldValue(field: string, value: unknown): string | undefined {
    if (field === 'type') return t(`vehicle-type.${String(value)}`);
    if (field === 'groupId') return groups.data?.rows.find(({ id }) => id === value)?.name;
    if (field === 'driverId') return drivers.data?.rows.find(({ id }) => id === value)?.name;
    return detailText(t, field, value) ?? undefined;
  }

  const remove = ({ id, registration }: Vehicle) =>
    record.remove({
      name: registration,
      consequence: label('delete-text'),
      remove: () => call('delete-vehicle', { id }),
      restore: () => call('restore-vehicle', { id }),
    });

  return (
    <RecordForm
      record={record}
      fieldWords={{ label: fieldLabel, value: fieldValue }}
      readOnly={!maySave}
      onCancel={onClose}
      onDelete={vehicle && mayDelete ? () => remove(vehicle) : undefined}
    >
      {vehicle && mayMap && moved === null && (
        <Group>
          <Button
            component={Link}
            to={`/track-vehicle/${vehicle.id}`}
            variant="light"
            size="xs"
            leftSection={<IconMapPin size={16} aria-hidden />}
          >
            {label('see-on-map')}
          </Button>
        </Group>
      )}
      <SimpleGrid cols={2} spacing="sm">
        <TextInput
          {...form.getInputProps('registration')}
          label={label('registration')}
          withAsterisk
          required
          maxLength={20}
          data-autofocus
        />
        <Select
          {...form.getInputProps('type')}
          label={label('vehicle-type')}
          allowDeselect={false}
          data={VEHICLE_TYPES.map((type) => ({ value: type, label: t(`vehicle-type.${type}`) }))}
        />
      </SimpleGrid>
      <CreatableSelect
        {...form.getInputProps('groupId')}
        label={label('group')}
        options={groups.data?.rows ?? []}
        total={groups.data?.total}
        create={mayName ? createGroup : undefined}
      />
      <CreatableSelect
        {...form.getInputProps('driverId')}
        onChange={(id) => {
          setChosen(id);
          form.setFieldValue('driverId', id);
        }}
        onSearch={setWanted}
        label={label('driver')}
        options={drivers.data?.rows ?? []}
        total={drivers.data?.total}
        create={mayName ? createDriver : undefined}
      />
      {form.values.driverId !== (vehicle?.driverId ?? null) && (
        <OverrideField
          vehicleId={null}
          driverId={form.values.driverId}
          from={opened}
          to={null}
          value={form.values.overrideReason}
          error={form.errors['overrideReason']}
          readOnly={!maySave}
          onChange={(reason) => form.setFieldValue('overrideReason', reason)}
        />
      )}
      <DeviceSelect {...form.getInputProps('deviceId')} vehicle={vehicle} />
      {moved === null ? <StatusFields form={form} vehicle={vehicle} /> : <Text size="sm">{movedText(t, moved)}</Text>}
      <DetailSections form={form} />
      <OwnFieldsSection
        fields={fields}
        draft={form.values.own}
        onChange={(own) => form.setFieldValue('own', own)}
        errors={form.errors}
      />
    </RecordForm>
  );
}

async function createGroup(name: string) {
  const { group } = await call('save-group', { name });
  refresh('get-group-list');
  return group;
}

async function createDriver(name: string) {
  const { driver } = await call('name-driver', { name });
  refresh('get-driver-choices', 'get-driver-list');
  return driver;
}
