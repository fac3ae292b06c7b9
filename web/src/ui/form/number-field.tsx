import type { ReactNode } from 'react';
import { enteredNumber } from './entered-number.ts';
import { NumberInput } from './number-input.tsx';

interface Props {
  label: string;
  value: number | null;
  onChange: (value: number | null) => void;
  /** The size of one typed unit in the value, such as 3600 for a value in seconds that is typed in hours. */
  step?: number;
  decimals?: number;
  /** Shown after the number. */
  unit?: string;
  /** For a year or the like: no thousands separators. */
  plain?: boolean;
  required?: boolean;
  description?: ReactNode;
  placeholder?: string;
  error?: ReactNode;
}

/** A number field that can be left empty; never negative. */
export function NumberField({ value, onChange, step = 1, decimals = 0, unit = '', plain = false, ...props }: Props) {
  return (
    <NumberInput
      {...props}
      {...(unit !== '' && { suffix: ` ${unit}` })}
      value={value === null ? '' : value / step}
      decimals={decimals}
      plain={plain}
      onChange={(entered) => {
        const typed = enteredNumber(entered);
        onChange(typed === null ? null : typed * step);
      }}
    />
  );
}
