import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { NumberInput } from '../../../../ui/form/number-input.tsx';

interface Props {
  /** The name of the condition's field, and of its label. */
  name: string;
  value: number | null;
  /** Called with null if the field is empty. */
  onChange: (value: number | null) => void;
  unit: string;
  errorOf: (field: string) => ReactNode;
}

/** A number of a condition with its unit. */
export function NumberField({ name, value, onChange, unit, errorOf }: Props) {
  const { t } = useTranslation();
  return (
    <NumberInput
      negative
      aria-label={t(`condition-field.${name}`)}
      w={110}
      value={value ?? ''}
      onChange={(entered) => onChange(typeof entered === 'number' ? entered : null)}
      error={errorOf(name)}
      suffix={` ${unit}`}
    />
  );
}
