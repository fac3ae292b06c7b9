import { deviceOperations, type Device } from '@milepost/contract/device-operations';
import { Select, TagsInput, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { refreshFleet } from '../../../api/refresh.ts';
import { useMay } from '../../../api/setup.ts';
import { errorOf } from '../../../ui/form/error-of.ts';
import { RecordForm } from '../../../ui/form/record-form.tsx';
import { useClosingForm } from '../../../ui/form/use-closing-form.ts';
import { useVersion } from '../../../ui/form/use-version.ts';
import { DeviceSecret } from './device-secret.tsx';
import { useProtocols } from './use-protocols.ts';
import { validateBy } from '../../../ui/form/validate-by.ts';

interface Props {
  /** Undefined for a new device. */
  device: Device | undefined;
  onClose: () => void;
}

const validate = validateBy(deviceOperations['save-device'].input);

const valuesOf = (device: Device | undefined) => ({
  identity: device?.identity ?? '',
  protocol: device?.protocol ?? null,
  model: device?.model ?? '',
  simNumber: device?.simNumber ?? '',
  networks: device?.networks ?? [],
});

export default function DeviceForm({ device, onClose }: Props) {
  const { t } = useTranslation();
  const label = (key: string) => t(`settings.devices.${key}`);
  const maySave = useMay('devices', device === undefined ? 'create' : 'edit');
  const mayDelete = useMay('devices', 'delete');
  const protocols = useProtocols(device?.protocol ?? null);
  const version = useVersion(device, async (id) => (await call('get-device-by-id', { id })).device, valuesOf);
  const record = useClosingForm({
    initialValues: valuesOf(device),
    validate,
    save: (values) => call('save-device', { ...values, ...version.sent() }),
    readAgain: version.readAgain,
    savedText: ({ device: saved }) => t('form.saved', { name: saved.identity }),
    onChanged: refreshFleet,
    onClose,
  });
  const { form } = record;

  const remove = ({ id, identity }: Device) =>
    record.remove({
      name: identity,
      consequence: label('delete-text'),
      remove: () => call('delete-device', { id }),
      restore: () => call('restore-device', { id }),
    });

  return (
    <RecordForm
      record={record}
      fieldWords={{
        label: (field) => label(field === 'simNumber' ? 'sim-number' : field),
        value: (field, value) =>
          field === 'protocol' ? protocols.find((each) => each.value === value)?.label : undefined,
      }}
      readOnly={!maySave}
      onCancel={onClose}
      onDelete={device && mayDelete ? () => remove(device) : undefined}
    >
      <TextInput
        {...form.getInputProps('identity')}
        label={label('identity')}
        description={label('identity-hint')}
        withAsterisk
        required
        maxLength={64}
        spellCheck={false}
        data-autofocus
      />
      <Select
        {...form.getInputProps('protocol')}
        label={label('protocol')}
        clearable
        searchable
        nothingFoundMessage={t('form.nothing-found')}
        data={protocols}
      />
      <TextInput {...form.getInputProps('model')} label={label('model')} maxLength={50} />
      <TextInput {...form.getInputProps('simNumber')} label={label('sim-number')} maxLength={30} type="tel" />
      <TagsInput
        {...form.getInputProps('networks')}
        label={label('networks')}
        description={label('networks-hint')}
        error={errorOf(form.errors, 'networks')}
        acceptValueOnBlur
      />
      {device && <DeviceSecret device={device} mayEdit={maySave} />}
    </RecordForm>
  );
}
