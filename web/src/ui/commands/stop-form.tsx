import { commandOperations } from '@milepost/contract/command-operations';
import { MAX_STOP_AGE_S, MAX_STOP_KPH, STANDING_S, WAIT_HOURS } from '@milepost/contract/command-kinds';
import { Checkbox, PasswordInput, Radio, Stack, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { formatSpeedAndUnit } from '../../text/format.ts';
import { Alert } from '../alert/alert.tsx';
import { NumberField } from '../form/number-field.tsx';
import { RecordForm } from '../form/record-form.tsx';
import { useRecordForm } from '../form/use-record-form.ts';
import { validateBy } from '../form/validate-by.ts';
import { refreshCommands } from '../../api/refresh-records.ts';

interface Props {
  vehicleId: number;
  registration: string;
  /** The reason why the engine cannot be stopped immediately. */
  fault: 'moving' | 'position-old' | null;
  takesSms: boolean;
  onDone: () => void;
}

interface Values extends Record<string, unknown> {
  whenStanding: boolean;
  bySms: boolean;
  reason: string;
  password: string;
  hours: number | null;
}

const check = validateBy(commandOperations['stop-engine'].input);

/** Explains the effect of an engine stop, and asks for the reason, the time and the person's password. */
export function StopForm({ vehicleId, registration, fault, takesSms, onDone }: Props) {
  const { t } = useTranslation();
  const label = (key: string) => t(`commands.stop.${key}`);
  const initialValues: Values = {
    whenStanding: fault !== null,
    bySms: false,
    reason: '',
    password: '',
    hours: WAIT_HOURS.usual,
  };
  const input = ({ hours, ...values }: Values) => ({
    vehicleId,
    ...values,
    bySms: values.bySms && !values.whenStanding,
    ...(hours !== null && { hours }),
  });
  const record = useRecordForm<Values, unknown>({
    initialValues,
    validate: (values) => check(input(values)),
    save: (values) => call('stop-engine', input(values)),
    onSaved() {
      refreshCommands();
      onDone();
    },
  });
  const { form } = record;
  const limits = { speed: formatSpeedAndUnit(MAX_STOP_KPH), age: MAX_STOP_AGE_S, standing: STANDING_S };
  return (
    <RecordForm record={record} readOnly={false} saveLabel={t('commands.stop.do')} danger onCancel={onDone}>
      <Alert type="danger" dismissible={false} title={t('commands.stop.title', { registration })}>
        {label('text')}
      </Alert>
      <Radio.Group
        label={label('when')}
        value={form.values.whenStanding ? 'standing' : 'now'}
        onChange={(chosen) => form.setFieldValue('whenStanding', chosen === 'standing')}
      >
        <Stack gap={8} mt={4}>
          <Radio value="now" label={label('now')} description={t(`commands.stop.now-${fault ?? 'possible'}`, limits)} />
          <Radio value="standing" label={label('standing')} description={t('commands.stop.standing-text', limits)} />
        </Stack>
      </Radio.Group>
      {form.values.whenStanding && (
        <NumberField
          label={label('hours')}
          unit={t('commands.form.hours-unit')}
          value={form.values.hours}
          onChange={(hours) => form.setFieldValue('hours', hours)}
          error={form.errors['hours']}
        />
      )}
      {takesSms && !form.values.whenStanding && (
        <Checkbox
          {...form.getInputProps('bySms', { type: 'checkbox' })}
          label={t('commands.form.by-sms')}
          description={t('commands.form.by-sms-text')}
        />
      )}
      <TextInput {...form.getInputProps('reason')} label={label('reason')} required maxLength={300} />
      <PasswordInput
        {...form.getInputProps('password')}
        label={label('password')}
        required
        autoComplete="current-password"
        maxLength={200}
      />
    </RecordForm>
  );
}
