import type { DeviceContact } from '@milepost/contract/device-operations';
import { VEHICLE_TYPES } from '@milepost/contract/vehicle-kinds';
import type { Vehicle } from '@milepost/contract/vehicle-operations';
import { Button, Group, SegmentedControl, Select, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Modal } from '../../../ui/dialog/modal.tsx';
import { call } from '../../../api/call.ts';
import { CallError } from '../../../api/call-error.ts';
import { refreshFleet } from '../../../api/refresh.ts';
import { visible } from '../../../text/visible.ts';
import { Alert } from '../../../ui/alert/alert.tsx';
import { errorText } from '../../../ui/error-text.ts';
import { notifyAdopted } from './notify-adopted.tsx';
import { VehicleSelect } from './vehicle-select.tsx';
import { FormCancel } from '../../../ui/form/form-cancel.tsx';

interface Props {
  /** The device to adopt; it has an identity. */
  contact: DeviceContact;
  onClose: () => void;
}

/** Registers an unknown device, in a new or an existing vehicle. */
export function AdoptDialog({ contact, onClose }: Props) {
  const { t } = useTranslation();
  const label = (key: string) => t(`settings.connect.${key}`);
  const identity = contact.identity ?? '';
  const [into, setInto] = useState<'new' | 'existing'>('new');
  const [vehicle, setVehicle] = useState<Vehicle | null>(null);
  const form = useForm({
    initialValues: { registration: '', type: 'car' as Vehicle['type'], vehicleId: null as number | null },
    validate: {
      registration: (value) => (into === 'new' && value.trim() === '' ? label('registration-missing') : null),
      vehicleId: (value) => (into === 'existing' && value === null ? label('vehicle-missing') : null),
    },
  });
  const mutation = useMutation({
    mutationFn: ({ registration, type, vehicleId }: typeof form.values) =>
      call('adopt-device', {
        protocol: contact.protocol,
        identity,
        ...(into === 'existing' && vehicleId !== null ? { vehicleId } : { registration, type }),
      }),
    onSuccess({ vehicle: adopted }) {
      refreshFleet();
      notifyAdopted(adopted);
      onClose();
    },
    onError(error) {
      if (error instanceof CallError) form.setErrors(error.fields);
    },
  });
  const { error } = mutation;
  const atField = error instanceof CallError && Object.keys(error.fields).some((field) => field in form.values);

  return (
    <Modal
      opened
      onClose={onClose}
      title={t('settings.connect.adopt-title', { identity: visible(identity) })}
      closeButtonProps={{ 'aria-label': t('form.close') }}
    >
      <form onSubmit={form.onSubmit((values) => mutation.mutate(values))} noValidate>
        <Stack gap="md">
          <Text c="dimmed">{label('adopt-text')}</Text>
          {error !== null && !atField && <Alert type="danger">{errorText(t, error)}</Alert>}
          <SegmentedControl
            fullWidth
            value={into}
            onChange={setInto}
            data={[
              { value: 'new', label: label('new-vehicle') },
              { value: 'existing', label: label('existing-vehicle') },
            ]}
          />
          {into === 'new' ? (
            <Group grow align="start">
              <TextInput
                {...form.getInputProps('registration')}
                label={label('registration')}
                maxLength={20}
                withAsterisk
                required
                data-autofocus
              />
              <Select
                {...form.getInputProps('type')}
                label={label('vehicle-type')}
                allowDeselect={false}
                data={VEHICLE_TYPES.map((type) => ({ value: type, label: t(`vehicle-type.${type}`) }))}
              />
            </Group>
          ) : (
            <VehicleSelect
              label={label('vehicle')}
              placeholder={label('choose-vehicle')}
              error={form.errors['vehicleId']}
              description={
                vehicle?.deviceIdentity
                  ? t('settings.connect.replaces', { identity: vehicle.deviceIdentity })
                  : undefined
              }
              value={form.values.vehicleId}
              onChange={(chosen) => {
                setVehicle(chosen);
                form.setFieldValue('vehicleId', chosen?.id ?? null);
              }}
            />
          )}
          <Group justify="flex-end">
            <FormCancel onCancel={onClose} />
            <Button type="submit" loading={mutation.isPending}>
              {label('adopt')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
