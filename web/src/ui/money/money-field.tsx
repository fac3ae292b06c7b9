import { type MantineSize, NumberInput } from '@mantine/core';
import { decimalsOf } from '@milepost/contract/money';
import { type ReactNode, useState } from 'react';
import { enteredNumber } from '../form/entered-number.ts';
import { moneyShape, smallestOf, wholeOf } from '../../text/money.ts';

interface Props {
  label: string;
  currency: string;
  /** In the currency's smallest unit. */
  value: number | null;
  onChange: (amount: number | null) => void;
  error?: ReactNode;
  withAsterisk?: boolean;
  size?: MantineSize;
}

/** An amount, typed in whole units of the currency, and written as everywhere else while nobody types. */
export function MoneyField({ label, currency, value, onChange, error, withAsterisk = false, size = 'sm' }: Props) {
  const [typing, setTyping] = useState(false);
  const { prefix, suffix, lakh } = moneyShape(currency);
  return (
    <NumberInput
      label={label}
      size={size}
      withAsterisk={withAsterisk}
      prefix={prefix}
      suffix={suffix}
      decimalScale={decimalsOf(currency)}
      // While it is typed into, decimals that nobody entered would stand in the way.
      fixedDecimalScale={!typing}
      thousandSeparator=","
      thousandsGroupStyle={lakh ? 'lakh' : 'thousand'}
      allowNegative={false}
      inputMode="decimal"
      value={value === null ? '' : wholeOf(value, currency)}
      // Before the first key: the field tells of `onFocus` in a turn of its own, and a slow phone has taken keys by then,
      // among which the caret would jump.
      onFocusCapture={() => setTyping(true)}
      onBlur={() => setTyping(false)}
      onChange={(entered) => {
        const whole = enteredNumber(entered);
        onChange(whole === null ? null : smallestOf(whole, currency));
      }}
      error={error}
    />
  );
}
