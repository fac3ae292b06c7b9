import { sensorOperations, type SensorProfile } from '@milepost/contract/sensor-operations';
import { Checkbox, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Modal } from '../../../ui/dialog/modal.tsx';
import { call } from '../../../api/call.ts';
import { formatNumber } from '../../../text/format.ts';
import { RecordForm } from '../../../ui/form/record-form.tsx';
import { useClosingForm } from '../../../ui/form/use-closing-form.ts';
import { validateBy } from '../../../ui/form/validate-by.ts';
import { VehiclePicks } from '../../../ui/vehicle-filter/vehicle-picks.tsx';
import { refreshSensors } from './sensor-choices.ts';

interface Props {
  profile: SensorProfile;
  onClose: () => void;
}

interface Values extends Record<string, unknown> {
  vehicleIds: number[];
  past: boolean;
}

const check = validateBy(sensorOperations['apply-sensor-profile'].input);

/** Applies the sensors of a profile to vehicles. */
export function ApplyDialog({ profile, onClose }: Props) {
  const { t } = useTranslation();
  const record = useClosingForm<Values, { changed: number }>({
    initialValues: { vehicleIds: [], past: true },
    validate: (values) => check({ profileId: profile.id, ...values }),
    save: (values) => call('apply-sensor-profile', { profileId: profile.id, ...values }),
    savedText: ({ changed }) => t('sensors.profile.applied-to', { count: changed, number: formatNumber(changed) }),
    onChanged: refreshSensors,
    onClose: () => onClose(),
  });
  const { form } = record;
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('sensors.profile.apply-title', { name: profile.name })}
      closeButtonProps={{ 'aria-label': t('form.close') }}
    >
      <RecordForm record={record} readOnly={false} onCancel={onClose} saveLabel={t('sensors.profile.apply')}>
        <Text size="sm" c="dimmed">
          {t('sensors.profile.apply-text')}
        </Text>
        <VehiclePicks
          label={t('sensors.profile.to')}
          value={form.values.vehicleIds}
          error={form.errors['vehicleIds']}
          onChange={(vehicleIds) => form.setFieldValue('vehicleIds', vehicleIds)}
        />
        <Checkbox label={t('sensors.profile.past')} {...form.getInputProps('past', { type: 'checkbox' })} />
      </RecordForm>
    </Modal>
  );
}
