import type { ReactNode } from 'react';
import { enteredNumber } from './entered-number.ts';
import { distanceUnitM, distanceUnit } from '../../text/format.ts';
import { NumberInput } from './number-input.tsx';

interface Props {
  label: string;
  /** Metres. */
  value: number | null;
  onChange: (metres: number | null) => void;
  description?: string;
  placeholder?: string;
  required?: boolean;
  error?: ReactNode;
}

/** A distance or an odometer reading, typed in the person's units. */
export function DistanceField({ value, onChange, ...props }: Props) {
  const step = distanceUnitM();
  return (
    <NumberInput
      {...props}
      suffix={` ${distanceUnit()}`}
      value={value === null ? '' : Math.round((value / step) * 10) / 10}
      decimals={1}
      onChange={(entered) => {
        const reading = enteredNumber(entered);
        onChange(reading === null ? null : Math.round(reading * step));
      }}
    />
  );
}
