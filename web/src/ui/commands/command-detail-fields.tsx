import { MAX_PHONES } from '@milepost/contract/command-kinds';
import { Select, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { DistanceField } from '../form/distance-field.tsx';
import { NumberField } from '../form/number-field.tsx';
import type { CommandValues } from './command-values.ts';

interface Props {
  form: UseFormReturnType<CommandValues>;
  /** The outputs of the device; if empty, their number is typed. */
  outputs: readonly number[];
  /** The variants of the emergency release; if empty, the first one of each device is used. */
  releases: readonly string[];
}

/** The parameters of the chosen kind. */
export function CommandDetailFields({ form, outputs, releases }: Props) {
  const { t } = useTranslation();
  const label = (key: string) => t(`commands.form.${key}`);
  const { kind, seconds, output, odometerKm, release } = form.values;
  switch (kind) {
    case 'interval':
      return (
        <NumberField
          label={label('seconds')}
          unit={t('commands.form.seconds-unit')}
          required
          value={seconds}
          onChange={(value) => form.setFieldValue('seconds', value)}
          error={form.errors['seconds']}
        />
      );
    case 'odometer':
      return (
        <DistanceField
          label={label('odometer')}
          value={odometerKm === null ? null : odometerKm * 1000}
          onChange={(metres) => form.setFieldValue('odometerKm', metres === null ? null : metres / 1000)}
          required
          error={form.errors['odometerKm']}
        />
      );
    case 'sosNumbers':
      return (
        <TextInput
          {...form.getInputProps('phones')}
          error={
            form.errors['phones'] ??
            Array.from({ length: MAX_PHONES }, (_, i) => form.errors[`phones.${i}`]).find(Boolean)
          }
          label={label('phones')}
          description={label('phones-text')}
          dir="ltr"
          required
          maxLength={160}
          inputMode="tel"
          autoComplete="off"
        />
      );
    case 'outputOn':
    case 'outputOff':
      return outputs.length > 0 ? (
        <Select
          label={label('output')}
          allowDeselect={false}
          data={outputs.map((number) => ({ value: String(number), label: String(number) }))}
          value={output === null ? null : String(output)}
          onChange={(chosen) => chosen !== null && form.setFieldValue('output', Number(chosen))}
          error={form.errors['output']}
        />
      ) : (
        <NumberField
          label={label('output')}
          required
          value={output}
          onChange={(value) => form.setFieldValue('output', value)}
          error={form.errors['output']}
        />
      );
    case 'releaseEmergency':
      return releases.length < 2 ? null : (
        <Select
          label={label('release')}
          description={label('release-text')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          allowDeselect={false}
          data={[...releases]}
          value={release ?? releases[0] ?? null}
          onChange={(chosen) => form.setFieldValue('release', chosen)}
          styles={{ input: { fontFamily: 'monospace', direction: 'ltr' } }}
          error={form.errors['release']}
        />
      );
    case 'text':
      return (
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
      );
    case 'locate':
    case 'restart':
    case 'status':
    case 'version':
      return null;
  }
}
