import { sensorOperations, type Sensor } from '@milepost/contract/sensor-operations';
import { FIXED_UNITS, isSignalKind, MAX_EXPRESSION_LENGTH } from '@milepost/contract/sensor-kinds';
import { Select, SegmentedControl, SimpleGrid, Switch, Text, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { NumberField } from '../../../ui/form/number-field.tsx';
import { RecordForm } from '../../../ui/form/record-form.tsx';
import { useClosingForm } from '../../../ui/form/use-closing-form.ts';
import { useVersion } from '../../../ui/form/use-version.ts';
import { validateBy } from '../../../ui/form/validate-by.ts';
import { Section } from '../../../ui/section/section.tsx';
import { AttributeSelect } from './attribute-select.tsx';
import { CalibrationEditor } from './calibration-editor.tsx';
import { CountsFromField } from './counts-from-field.tsx';
import { kindOptions, refreshSensors } from './sensor-choices.ts';
import { RangeFields } from './range-fields.tsx';
import { SensorTry, useSensorTry } from './sensor-try.tsx';
import { sensorFormValues, type SensorValues } from './sensor-values.ts';

/** The edited sensor: an existing one, or a new one of a vehicle or a profile. */
export interface EditedSensor {
  sensor: Sensor | null;
  of: { vehicleId: number } | { profileId: number };
  /** Only for a new one. */
  attribute: string | null;
}

interface Props {
  edited: EditedSensor;
  attributes: readonly { name: string; value: number | boolean }[];
  onClose: () => void;
}

const check = validateBy(sensorOperations['save-sensor'].input);

/** The form of a sensor: its kind, its attribute, its calibration, and the time from which it counts. */
export function SensorForm({ edited, attributes, onClose }: Props) {
  const { t } = useTranslation();
  const { sensor, of } = edited;
  const initialValues = sensorFormValues(sensor, edited.attribute);
  const version = useVersion(
    sensor ?? undefined,
    () => Promise.reject(new Error('read again')),
    () => initialValues,
  );
  const record = useClosingForm<SensorValues, unknown>({
    initialValues,
    validate: (values) => check({ ...of, ...values }),
    save: ({ calibration, ...values }) =>
      call('save-sensor', {
        ...(sensor ? version.sent() : of),
        ...values,
        calibration: calibration.map(({ raw, value }) => ({ raw: raw ?? 0, value: value ?? 0 })),
      }),
    savedText: () => t('sensors.saved'),
    onChanged: refreshSensors,
    onClose: () => onClose(),
  });
  const { form } = record;
  const { values, errors } = form;
  const unit = FIXED_UNITS[values.kind] ?? values.unit;
  const isSignal = isSignalKind(values.kind);
  const tried = useSensorTry('vehicleId' in of ? of.vehicleId : null, values);
  const { raw = null, value = null } = tried.data ?? {};
  const now = typeof raw === 'number' && typeof value === 'number' ? { raw, value } : null;
  const put = (change: Partial<SensorValues>) => form.setValues((before) => ({ ...before, ...change }));
  return (
    <RecordForm
      record={record}
      readOnly={false}
      onCancel={onClose}
      onDelete={
        sensor
          ? () =>
              record.remove({
                name: sensor.name,
                consequence: t('sensors.delete-text'),
                remove: () => call('delete-sensor', { id: sensor.id }),
                restore: () => call('restore-sensor', { id: sensor.id }),
              })
          : undefined
      }
    >
      <TextInput {...form.getInputProps('name')} label={t('sensors.name')} maxLength={60} data-autofocus required />
      <SimpleGrid cols={2} spacing="sm">
        <Select
          label={t('sensors.kind-label')}
          allowDeselect={false}
          disabled={sensor !== null}
          data={kindOptions(t)}
          value={values.kind}
          onChange={(kind) => kind !== null && put({ kind })}
        />
        {!isSignal && (
          <TextInput
            {...form.getInputProps('unit')}
            value={unit}
            label={t('sensors.unit')}
            maxLength={10}
            disabled={FIXED_UNITS[values.kind] !== undefined}
          />
        )}
      </SimpleGrid>
      <Section title={t('sensors.reads')}>
        <SegmentedControl
          aria-label={t('sensors.reads')}
          fullWidth
          mb="xs"
          value={values.source}
          data={(['attribute', 'expression'] as const).map((one) => ({
            value: one,
            label: t(`sensors.source.${one}`),
          }))}
          onChange={(source) => put({ source })}
        />
        {values.source === 'attribute' ? (
          <AttributeSelect
            attributes={attributes}
            value={values.attribute}
            error={errors['attribute']}
            onChange={(attribute) => put({ attribute })}
          />
        ) : (
          <Textarea
            {...form.getInputProps('expression')}
            label={t('sensors.source.expression')}
            description={t('sensors.expression-hint')}
            placeholder="analog1V * 20 + 3"
            dir="ltr"
            autosize
            minRows={2}
            maxLength={MAX_EXPRESSION_LENGTH}
            spellCheck={false}
            styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 13 } }}
          />
        )}
        {isSignal && (
          <Switch
            mt="sm"
            label={t('sensors.inverse')}
            checked={values.inverse}
            onChange={({ currentTarget }) => put({ inverse: currentTarget.checked })}
          />
        )}
      </Section>
      {!isSignal && (
        <>
          <Section title={t('sensors.calibration')}>
            <CalibrationEditor
              points={values.calibration}
              unit={unit}
              errors={errors}
              now={now}
              onChange={(calibration) => put({ calibration })}
            />
          </Section>
          {values.kind === 'fuelLevel' && (
            <NumberField
              label={t('sensors.capacity')}
              description={t('sensors.capacity-hint')}
              unit="L"
              value={values.capacityL}
              error={errors['capacityL']}
              onChange={(capacityL) => put({ capacityL })}
            />
          )}
          <RangeFields values={values} fields={['min', 'max']} unit={unit} errors={errors} onChange={put} />
          <NumberField
            label={t('sensors.smoothing')}
            description={t('sensors.smoothing-hint')}
            unit="s"
            value={values.smoothingS}
            error={errors['smoothingS']}
            onChange={(smoothingS) => put({ smoothingS })}
          />
        </>
      )}
      {!isSignal && (
        <Section title={t('sensors.normal')}>
          <Text size="xs" c="dimmed" mb={6}>
            {t('sensors.normal-hint')}
          </Text>
          <RangeFields values={values} fields={['normalMin', 'normalMax']} unit={unit} errors={errors} onChange={put} />
        </Section>
      )}
      <SensorTry tried={tried} values={{ kind: values.kind, unit, smoothingS: values.smoothingS }} />
      <CountsFromField values={values} errors={errors} onChange={put} />
    </RecordForm>
  );
}
