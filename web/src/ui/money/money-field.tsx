import { type MantineSize } from '@mantine/core';
import { decimalsOf } from '@milepost/contract/money';
import type { ReactNode } from 'react';
import { enteredNumber } from '../form/entered-number.ts';
import { moneyShape, signOf, smallestOf, wholeOf } from '../../text/money.ts';
import { NumberInput } from '../form/number-input.tsx';

interface Props {
  label: string;
  currency: string;
  /** In the currency's minor unit. */
  value: number | null;
  onChange: (amount: number | null) => void;
  error?: ReactNode;
  withAsterisk?: boolean;
  size?: MantineSize;
}

/** An amount, typed in whole units of the currency, and formatted as everywhere else while nobody types. */
export function MoneyField({ label, currency, value, onChange, error, withAsterisk = false, size = 'sm' }: Props) {
  const { prefix, suffix, lakh } = moneyShape(currency);
  return (
    <NumberInput
      label={label}
      size={size}
      withAsterisk={withAsterisk}
      prefix={prefix}
      suffix={suffix}
      decimals={decimalsOf(currency)}
      units={[currency, signOf(currency)]}
      fixed
      lakh={lakh}
      value={value === null ? '' : wholeOf(value, currency)}
      onChange={(entered) => {
        const whole = enteredNumber(entered);
        onChange(whole === null ? null : smallestOf(whole, currency));
      }}
      error={error}
    />
  );
}
