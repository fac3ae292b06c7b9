import type { ReactNode } from 'react';
import { enteredNumber } from './entered-number.ts';
import { NumberInput } from './number-input.tsx';

interface Props {
  label: string;
  value: number | null;
  onChange: (value: number | null) => void;
  /** How much of the value one of what is typed is, such as 3600 for hours of a value in seconds. */
  step?: number;
  decimals?: number;
  /** After the number. */
  unit?: string;
  /** A year or the like, of which the thousands stand together. */
  plain?: boolean;
  required?: boolean;
  description?: ReactNode;
  placeholder?: string;
  error?: ReactNode;
}

/** A number that may be left out; never less than zero. */
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
