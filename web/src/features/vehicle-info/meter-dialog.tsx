import { meterOperations, type MeterReading } from '@milepost/contract/meter-operations';
import { METERS, type Meter } from '@milepost/contract/vehicle-kinds';
import { ActionIcon, Group, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Modal } from '../../ui/dialog/modal.tsx';
import { call } from '../../api/call.ts';
import { refresh } from '../../api/refresh.ts';
import { formatDateTime } from '../../text/format.ts';
import { MomentInput } from '../../ui/date-picker/moment-input.tsx';
import { DistanceField } from '../../ui/form/distance-field.tsx';
import { NumberField } from '../../ui/form/number-field.tsx';
import { RecordForm } from '../../ui/form/record-form.tsx';
import { useRecordForm } from '../../ui/form/use-record-form.ts';
import { validateBy } from '../../ui/form/validate-by.ts';
import { Section } from '../../ui/section/section.tsx';
import { notify, notifyError } from '../../ui/toast/notify.ts';
import { notifyWithUndo } from '../../ui/toast/notify-with-undo.tsx';
import { meterText } from './vehicle-details.ts';

interface Props {
  vehicleId: number;
  readings: readonly MeterReading[];
  onClose: () => void;
}

interface Values extends Record<string, unknown> {
  meter: Meter;
  value: number | null;
  at: string | null;
  note: string;
}

const HOUR_S = 3600;
const check = validateBy(meterOperations['add-meter-reading'].input);
const refreshMeters = () => refresh('get-vehicle-meters', 'get-vehicle-list', 'get-vehicle-now');

/** Records the reading of a meter, or deletes a wrong one. */
export function MeterDialog({ vehicleId, readings, onClose }: Props) {
  const { t } = useTranslation();
  const label = (key: string) => t(`vehicle-record.meters.${key}`);
  const initialValues: Values = { meter: 'odometer', value: null, at: null, note: '' };
  const record = useRecordForm<Values, unknown>({
    initialValues,
    validate: (values) => check({ vehicleId, ...values }),
    save: (values) => call('add-meter-reading', { ...values, vehicleId, value: values.value ?? 0 }),
    onSaved() {
      refreshMeters();
      notify(label('added'));
      onClose();
    },
  });
  const { form } = record;
  const { meter, value, at } = form.values;
  const field = {
    label: label('value'),
    onChange: (entered: number | null) => form.setFieldValue('value', entered),
    error: form.errors['value'],
  };

  async function remove({ id }: MeterReading) {
    try {
      await call('delete-meter-reading', { id });
      refreshMeters();
      notifyWithUndo(t, label('removed'), async () => {
        try {
          await call('restore-meter-reading', { id });
          refreshMeters();
        } catch (error) {
          notifyError(t, error);
        }
      });
    } catch (error) {
      notifyError(t, error);
    }
  }
  return (
    <Modal opened onClose={onClose} title={label('add')} closeButtonProps={{ 'aria-label': t('form.close') }}>
      <RecordForm record={record} readOnly={false} onCancel={onClose}>
        <SegmentedControl
          aria-label={label('which')}
          value={meter}
          data={METERS.map((one) => ({ value: one, label: t(`vehicle-record.${one}`) }))}
          onChange={(chosen) => form.setValues({ meter: chosen, value: null })}
        />
        {meter === 'odometer' ? (
          <DistanceField {...field} value={value} />
        ) : (
          <NumberField
            {...field}
            value={value === null ? null : value / HOUR_S}
            unit="h"
            decimals={1}
            onChange={(hours) => field.onChange(hours === null ? null : Math.round(hours * HOUR_S))}
          />
        )}
        <MomentInput
          label={label('at')}
          timeLabel={t('vehicle-record.time')}
          value={at}
          onChange={(moment) => form.setFieldValue('at', moment)}
          open={t('vehicle-record.since-now')}
          error={form.errors['at']}
        />
        <TextInput {...form.getInputProps('note')} label={label('note')} maxLength={200} />
        <Text size="sm" c="dimmed">
          {label('hint')}
        </Text>
        {readings.length > 0 && (
          <Section title={label('readings')}>
            <Stack gap={4}>
              {readings.map((reading) => (
                <Group key={reading.id} gap="xs" wrap="nowrap" justify="space-between">
                  <Text size="sm">
                    {meterText(t, reading.meter, reading.value)} · {formatDateTime(reading.at)}
                    {[reading.source === 'service' ? label('of-service') : null, reading.by, reading.note].flatMap(
                      (part) => (part === null ? [] : ` · ${part}`),
                    )}
                  </Text>
                  {reading.source === 'person' && (
                    <ActionIcon
                      aria-label={t('vehicle-record.meters.remove', { time: formatDateTime(reading.at) })}
                      onClick={() => void remove(reading)}
                    >
                      <IconTrash size={16} stroke={1.6} />
                    </ActionIcon>
                  )}
                </Group>
              ))}
            </Stack>
          </Section>
        )}
      </RecordForm>
    </Modal>
  );
}
