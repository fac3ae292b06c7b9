import { commandRoutes } from '@milepost/contract/command-routes';
import { type SentKind, WAIT_HOURS } from '@milepost/contract/command-kinds';
import { PasswordInput, Select, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { call, type CallOutput } from '../../api/call.ts';
import { NumberField } from '../form/number-field.tsx';
import { RecordForm } from '../form/record-form.tsx';
import { useRecordForm } from '../form/use-record-form.ts';
import { validateBy } from '../form/validate-by.ts';
import { refreshCommands } from './refresh-commands.ts';
import { SaveTemplate } from './save-template.tsx';
import { TemplateSelect } from './template-select.tsx';
import { VehiclePicks } from '../vehicle-filter/vehicle-picks.tsx';

/** What this form asks: engines have their own. */
export type Asked = SentKind | 'text';

interface Props {
  vehicleIds: readonly number[];
  /** What to choose from. */
  kinds: readonly Asked[];
  /** Called with other vehicles, where they are chosen here. */
  onPick?: (vehicleIds: number[]) => void;
  onSent: (sent: CallOutput<'send-command'>) => void;
  onCancel: () => void;
}

interface Values extends Record<string, unknown> {
  kind: Asked;
  seconds: number | null;
  text: string;
  reason: string;
  /** For a text, which may stop engines. */
  password: string;
  hours: number | null;
}

const USUAL_INTERVAL_S = 30;
const check = validateBy(commandRoutes['send-command'].input);
const checkText = validateBy(commandRoutes['send-text-command'].input);

/** One thing to ask, with what it needs to know. */
export function CommandForm({ vehicleIds, kinds, onPick, onSent, onCancel }: Props) {
  const { t } = useTranslation();
  const label = (key: string) => t(`commands.form.${key}`);
  const initialValues: Values = {
    kind: kinds[0] ?? 'locate',
    seconds: USUAL_INTERVAL_S,
    text: '',
    reason: '',
    password: '',
    hours: WAIT_HOURS.usual,
  };
  const shared = ({ reason, hours }: Values) => ({
    vehicleIds: [...vehicleIds],
    reason,
    ...(hours !== null && { hours }),
  });
  /** Of the kind that is chosen; what another one would need is left out. */
  const input = (kind: SentKind, values: Values) => ({
    ...shared(values),
    kind,
    ...(kind === 'interval' && values.seconds !== null && { seconds: values.seconds }),
  });
  const textInput = (values: Values) => ({ ...shared(values), text: values.text, password: values.password });
  const record = useRecordForm<Values, CallOutput<'send-command'>>({
    initialValues,
    validate: (values) => (values.kind === 'text' ? checkText(textInput(values)) : check(input(values.kind, values))),
    save: (values) =>
      values.kind === 'text'
        ? call('send-text-command', textInput(values))
        : call('send-command', input(values.kind, values)),
    onSaved(sent) {
      refreshCommands();
      onSent(sent);
    },
  });
  const { form } = record;
  const { kind } = form.values;
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
        onChoose={({ kind: chosen, seconds, text }) =>
          form.setValues({ kind: chosen, ...(seconds !== null && { seconds }), ...(text !== null && { text }) })
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
      {kind === 'interval' && (
        <NumberField
          label={label('seconds')}
          unit={t('commands.form.seconds-unit')}
          required
          value={form.values.seconds}
          onChange={(seconds) => form.setFieldValue('seconds', seconds)}
          error={form.errors['seconds']}
        />
      )}
      {kind === 'text' && (
        <TextInput
          {...form.getInputProps('text')}
          label={label('text')}
          dir="ltr"
          required
          maxLength={200}
          spellCheck={false}
          autoComplete="off"
          styles={{ input: { fontFamily: 'monospace' } }}
        />
      )}
      <NumberField
        label={label('hours')}
        description={label('hours-text')}
        unit={t('commands.form.hours-unit')}
        value={form.values.hours}
        onChange={(hours) => form.setFieldValue('hours', hours)}
        error={form.errors['hours']}
      />
      <TextInput {...form.getInputProps('reason')} label={label('reason')} required={kind === 'text'} maxLength={300} />
      {kind === 'text' && (
        <PasswordInput
          {...form.getInputProps('password')}
          label={t('commands.stop.password')}
          required
          autoComplete="current-password"
          maxLength={200}
        />
      )}
      <SaveTemplate asked={{ kind, seconds: form.values.seconds, text: form.values.text }} />
    </RecordForm>
  );
}
