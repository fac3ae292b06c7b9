import type { ReactNode } from 'react';
import { NumberField } from './number-field.tsx';
import { SmallLabel } from './small-label.tsx';

interface Props {
  name: 'hysteresis' | 'hysteresisC';
  value: number | undefined;
  onChange: (value: number | undefined) => void;
  unit: string;
  errorOf: (field: string) => ReactNode;
}

/** How far back within its range a value must be before the alarm is cleared. */
export function HysteresisField({ name, value, onChange, unit, errorOf }: Props) {
  return (
    <>
      <SmallLabel text="well-again" />
      <NumberField
        name={name}
        value={value ?? null}
        onChange={(entered) => onChange(entered ?? undefined)}
        unit={unit}
        errorOf={errorOf}
      />
      <SmallLabel text="within-range" />
    </>
  );
}
