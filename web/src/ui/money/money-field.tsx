import { NumberInput } from '@mantine/core';
import { decimalsOf } from '@milepost/contract/money';
import type { ReactNode } from 'react';
import { enteredNumber } from '../form/entered-number.ts';
import { smallestOf, wholeOf } from '../../text/money.ts';

interface Props {
  label: string;
  currency: string;
  /** In the currency's smallest unit. */
  value: number | null;
  onChange: (amount: number | null) => void;
  error?: ReactNode;
}

/** An amount, typed in whole units of the currency. */
export function MoneyField({ label, currency, value, onChange, error }: Props) {
  return (
    <NumberInput
      label={label}
      prefix={`${currency} `}
      decimalScale={decimalsOf(currency)}
      thousandSeparator=","
      allowNegative={false}
      inputMode="decimal"
      value={value === null ? '' : wholeOf(value, currency)}
      onChange={(entered) => {
        const whole = enteredNumber(entered);
        onChange(whole === null ? null : smallestOf(whole, currency));
      }}
      error={error}
    />
  );
}
