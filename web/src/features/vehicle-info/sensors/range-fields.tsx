import { SimpleGrid } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { enteredNumber } from '../../../ui/form/entered-number.ts';
import type { SensorValues } from './sensor-values.ts';
import { NumberInput } from '../../../ui/form/number-input.tsx';

interface Props {
  values: SensorValues;
  /** The limits of the range: from and to. */
  fields: readonly ['min', 'max'] | readonly ['normalMin', 'normalMax'];
  unit: string;
  errors: Readonly<Record<string, unknown>>;
  onChange: (change: Partial<SensorValues>) => void;
}

/** The minimum and the maximum of the valid or of the normal range. */
export function RangeFields({ values, fields, unit, errors, onChange }: Props) {
  const { t } = useTranslation();
  return (
    <SimpleGrid cols={2} spacing="sm">
      {fields.map((field) => (
        <NumberInput
          negative
          key={field}
          label={t(`sensors.${field}`)}
          {...(unit !== '' && { suffix: ` ${unit}` })}
          value={values[field] ?? ''}
          error={typeof errors[field] === 'string' && errors[field]}
          onChange={(entered) => onChange({ [field]: enteredNumber(entered) })}
        />
      ))}
    </SimpleGrid>
  );
}
