import { commandOperations } from '@milepost/contract/command-operations';
import { type RequestKind, GUARDED_KINDS, WAIT_HOURS } from '@milepost/contract/command-kinds';
import { Checkbox, PasswordInput, Select, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { call, type CallOutput } from '../../api/call.ts';
import { useSetup } from '../../api/setup.ts';
import { NumberField } from '../form/number-field.tsx';
import { RecordForm } from '../form/record-form.tsx';
import { useRecordForm } from '../form/use-record-form.ts';
import { validateBy } from '../form/validate-by.ts';
import { CommandDetailFields } from './command-detail-fields.tsx';
import { type CommandValues, NEW_COMMAND, phonesOf } from './command-values.ts';
import { refreshCommands } from '../../api/refresh-records.ts';
import { SaveTemplateForm } from './save-template.tsx';
import { TemplateSelect } from './template-select.tsx';
import { VehiclePicks } from '../vehicle-filter/vehicle-picks.tsx';
import { CELL_COMMA } from '@milepost/contract/list-text';

interface Props {
  vehicleIds: readonly number[];
  /** The kinds to choose from: engine commands have their own forms. */
  kinds: readonly RequestKind[];
  /** The abilities of the one vehicle's device; omitted for many vehicles, whose devices differ. */
  choices?: Pick<CallOutput<'get-command-choices'>, 'kinds' | 'outputs' | 'releases' | 'smsKinds'>;
  /** Called with other vehicles, if they are chosen here. */
  onPick?: (vehicleIds: number[]) => void;
  onSent: (sent: CallOutput<'send-command'>, bySms: boolean) => void;
  onCancel: () => void;
}

const check = validateBy(commandOperations['send-command'].input);
const checkText = validateBy(commandOperations['send-text-command'].input);
const checkOutput = validateBy(commandOperations['switch-output'].input);

/** The form of one command, with its parameters. */
export function CommandForm({ vehicleIds, kinds, choices, onPick, onSent, onCancel }: Props) {
  const { t } = useTranslation();
  const label = (key: string) => t(`commands.form.${key}`);
  const initialValues: CommandValues = {
    ...NEW_COMMAND,
    kind: kinds[0] ?? NEW_COMMAND.kind,
    output: choices?.outputs[0] ?? NEW_COMMAND.output,
    hours: WAIT_HOURS.usual,
  };
  const smsConfigured = useSetup().data?.smsConfigured ?? false;
  // Devices among many that do not accept SMS are skipped, and listed.
  const takesSms = (kind: RequestKind) => choices?.smsKinds.includes(kind) ?? smsConfigured;
  const onlySms = (kind: RequestKind) =>
    choices !== undefined && choices.smsKinds.includes(kind) && !choices.kinds.includes(kind);
  const goesBySms = ({ kind: chosenKind, bySms }: CommandValues) =>
    onlySms(chosenKind) || (bySms && takesSms(chosenKind));
  const shared = (values: CommandValues) => ({
    vehicleIds: [...vehicleIds],
    reason: values.reason,
    bySms: goesBySms(values),
    ...(values.hours !== null && { hours: values.hours }),
  });
  /** The input of `call`, or of the check; parameters of other kinds are omitted. */
  const through = <Said,>(
    values: CommandValues,
    by: {
      text: (input: ReturnType<typeof textInput>) => Said;
      output: (input: ReturnType<typeof outputInput>) => Said;
      other: (input: ReturnType<typeof sentInput>) => Said;
    },
  ): Said => {
    const { kind } = values;
    if (kind === 'text') return by.text(textInput(values));
    if (kind === 'outputOn' || kind === 'outputOff') return by.output(outputInput(values));
    return by.other(sentInput(kind, values));
  };
  const textInput = (values: CommandValues) => ({ ...shared(values), text: values.text, password: values.password });
  const outputInput = (values: CommandValues) => ({
    ...shared(values),
    // If it is missing, the contract reports it.
    output: values.output ?? Number.NaN,
    on: values.kind === 'outputOn',
    password: values.password,
  });
  const sentInput = (kind: Exclude<RequestKind, 'text' | 'outputOn' | 'outputOff'>, values: CommandValues) => ({
    ...shared(values),
    kind,
    ...(kind === 'interval' && values.seconds !== null && { seconds: values.seconds }),
    ...(kind === 'odometer' && values.odometerKm !== null && { odometerKm: Math.round(values.odometerKm) }),
    ...(kind === 'sosNumbers' && { phones: phonesOf(values.phones) }),
    ...(kind === 'releaseEmergency' && values.release !== null && { release: values.release }),
  });
  const record = useRecordForm<CommandValues, CallOutput<'send-command'>>({
    initialValues,
    validate: (values) => through(values, { text: checkText, output: checkOutput, other: check }),
    save: (values) =>
      through<Promise<CallOutput<'send-command'>>>(values, {
        text: (input) => call('send-text-command', input),
        output: (input) => call('switch-output', input),
        other: (input) => call('send-command', input),
      }),
    onSaved(sent) {
      refreshCommands();
      onSent(sent, goesBySms(form.values));
    },
  });
  const { form } = record;
  const { kind } = form.values;
  const bySms = goesBySms(form.values);
  const guarded = GUARDED_KINDS.some((one) => one === kind);
  return (
    <RecordForm record={record} readOnly={false} saveLabel={t('commands.send')} onCancel={onCancel}>
      {onPick && (
        <VehiclePicks
          label={t('commands.many.vehicles')}
          value={[...vehicleIds]}
          onChange={(ids) => {
            form.clearFieldError('vehicleIds');
            onPick(ids);
          }}
          error={form.errors['vehicleIds']}
        />
      )}
      <TemplateSelect
        kinds={kinds}
        onChoose={({ kind: chosen, seconds, output, odometerKm, phones, text }) =>
          form.setValues({
            kind: chosen,
            ...(seconds !== null && { seconds }),
            ...(output !== null && { output }),
            ...(odometerKm !== null && { odometerKm }),
            ...(phones !== null && { phones: phones.join(CELL_COMMA) }),
            ...(text !== null && { text }),
          })
        }
      />
      <Select
        label={label('kind')}
        allowDeselect={false}
        data={kinds.map((one) => ({ value: one, label: t(`commands.kind.${one}`) }))}
        value={kind}
        onChange={(chosen) => chosen !== null && form.setFieldValue('kind', chosen)}
        description={t(`commands.about.${kind}`)}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        error={form.errors['kind']}
      />
      <CommandDetailFields form={form} outputs={choices?.outputs ?? []} releases={choices?.releases ?? []} />
      {takesSms(kind) && (
        <Checkbox
          checked={bySms}
          disabled={onlySms(kind)}
          onChange={(event) => form.setFieldValue('bySms', event.currentTarget.checked)}
          label={label('by-sms')}
          description={label('by-sms-text')}
        />
      )}
      <NumberField
        label={label('hours')}
        {...(!bySms && { description: label('hours-text') })}
        unit={t('commands.form.hours-unit')}
        value={form.values.hours}
        onChange={(hours) => form.setFieldValue('hours', hours)}
        error={form.errors['hours']}
      />
      <TextInput {...form.getInputProps('reason')} label={label('reason')} required={guarded} maxLength={300} />
      {guarded && (
        <PasswordInput
          {...form.getInputProps('password')}
          label={t('commands.stop.password')}
          required
          autoComplete="current-password"
          maxLength={200}
        />
      )}
      <SaveTemplateForm
        command={{
          kind,
          seconds: form.values.seconds,
          output: form.values.output,
          odometerKm: form.values.odometerKm === null ? null : Math.round(form.values.odometerKm),
          phones: kind === 'sosNumbers' ? phonesOf(form.values.phones) : null,
          text: form.values.text,
        }}
      />
    </RecordForm>
  );
}
