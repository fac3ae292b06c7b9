import { sensorRoutes, type SensorProfile } from '@milepost/contract/sensor-routes';
import { Checkbox, Modal, MultiSelect, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { useCall } from '../../../api/use-call.ts';
import { formatNumber } from '../../../text/format.ts';
import { RecordForm } from '../../../ui/form/record-form.tsx';
import { useClosingForm } from '../../../ui/form/use-closing-form.ts';
import { validateBy } from '../../../ui/form/validate-by.ts';
import { restOption } from '../../../ui/rest-option.ts';
import { refreshSensors } from './sensor-choices.ts';

interface Props {
  profile: SensorProfile;
  onClose: () => void;
}

interface Values extends Record<string, unknown> {
  vehicleIds: number[];
  past: boolean;
}

const check = validateBy(sensorRoutes['apply-sensor-profile'].input);
const PAUSE_MS = 250;
const SHOWN = 50;

/** Gives vehicles the sensors of a profile. */
export function ApplyDialog({ profile, onClose }: Props) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed, PAUSE_MS);
  // Those that were chosen stay named while another search is shown.
  const [names, setNames] = useState<ReadonlyMap<number, string>>(new Map());
  const found = useCall('get-vehicle-list', { search, pageSize: SHOWN }, { placeholderData: keepPreviousData }).data;
  const record = useClosingForm<Values, { changed: number }>({
    initialValues: { vehicleIds: [], past: true },
    validate: (values) => check({ profileId: profile.id, ...values }),
    save: (values) => call('apply-sensor-profile', { profileId: profile.id, ...values }),
    savedText: ({ changed }) => t('sensors.profile.applied-to', { count: changed, number: formatNumber(changed) }),
    onChanged: refreshSensors,
    onClose: () => onClose(),
  });
  const { form } = record;
  const rows = (found?.rows ?? []).map(({ id, registration }) => ({ value: id, label: registration, disabled: false }));
  const kept = form.values.vehicleIds.flatMap((id) => {
    const label = names.get(id);
    return label === undefined || rows.some(({ value }) => value === id) ? [] : [{ value: id, label, disabled: false }];
  });
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
        <MultiSelect
          label={t('sensors.profile.to')}
          searchable
          hidePickedOptions
          data={[...kept, ...rows, ...restOption(t, rows.length, found?.total)]}
          filter={({ options }) => options}
          searchValue={typed}
          onSearchChange={setTyped}
          value={form.values.vehicleIds}
          error={form.errors['vehicleIds']}
          onChange={(vehicleIds) => {
            setNames(new Map([...names, ...rows.map(({ value, label }) => [value, label] as const)]));
            form.setFieldValue('vehicleIds', vehicleIds);
          }}
        />
        <Checkbox label={t('sensors.profile.past')} {...form.getInputProps('past', { type: 'checkbox' })} />
      </RecordForm>
    </Modal>
  );
}
