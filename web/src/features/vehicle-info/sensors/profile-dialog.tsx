import { sensorOperations, type SensorProfile } from '@milepost/contract/sensor-operations';
import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Modal } from '../../../ui/dialog/modal.tsx';
import { call } from '../../../api/call.ts';
import { RecordForm } from '../../../ui/form/record-form.tsx';
import { useClosingForm } from '../../../ui/form/use-closing-form.ts';
import { validateBy } from '../../../ui/form/validate-by.ts';
import { refreshSensors } from './sensor-choices.ts';

interface Props {
  /** Null for a new profile. */
  profile: SensorProfile | null;
  /** Only for a new profile: the vehicle with the initial sensors. */
  vehicleId?: number;
  onClose: (saved: boolean) => void;
}

interface Values extends Record<string, unknown> {
  name: string;
}

const check = validateBy(sensorOperations['save-sensor-profile'].input);

/** The name of a profile. */
export function ProfileDialog({ profile, vehicleId, onClose }: Props) {
  const { t } = useTranslation();
  const isCopied = vehicleId !== undefined;
  const record = useClosingForm<Values, unknown>({
    initialValues: { name: profile?.name ?? '' },
    validate: check,
    save: (values) =>
      call('save-sensor-profile', {
        ...(profile && { id: profile.id, version: profile.version }),
        ...(isCopied && { vehicleId }),
        ...values,
      }),
    savedText: () => t('sensors.profile.saved'),
    onChanged: refreshSensors,
    onClose: (saved) => onClose(saved !== undefined),
  });
  return (
    <Modal
      opened
      onClose={() => onClose(false)}
      title={t(profile ? 'sensors.profile.rename' : isCopied ? 'sensors.profile.make' : 'sensors.profile.add')}
      closeButtonProps={{ 'aria-label': t('form.close') }}
    >
      <RecordForm record={record} readOnly={false} onCancel={() => onClose(false)}>
        <TextInput
          {...record.form.getInputProps('name')}
          label={t('sensors.name')}
          maxLength={60}
          data-autofocus
          required
          {...(isCopied && { description: t('sensors.profile.make-text') })}
        />
      </RecordForm>
    </Modal>
  );
}
