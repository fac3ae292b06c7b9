import { Select } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './sentence.module.css';
import { DURATION_UNITS, fromSeconds, toSeconds, unitOf } from './units.ts';
import { NumberInput } from '../../../ui/form/number-input.tsx';

interface Props {
  label: string;
  seconds: number;
  onChange: (seconds: number) => void;
  /** The minimum, in seconds. */
  least?: number;
  error?: ReactNode;
}

/** A duration: a number, and minutes, hours or days. */
export function DurationField({ label, seconds, onChange, least = 60, error }: Props) {
  const { t } = useTranslation();
  const [unit, setUnit] = useState(() => unitOf(seconds));
  return (
    <span className={classes['pair']}>
      <NumberInput
        aria-label={label}
        w={72}
        min={fromSeconds(least, unit)}
        value={fromSeconds(seconds, unit)}
        error={error}
        onChange={(value) => typeof value === 'number' && onChange(toSeconds(value, unit))}
      />
      <Select
        aria-label={t('alarm-rules.unit-of', { label })}
        w={92}
        allowDeselect={false}
        data={DURATION_UNITS.map((one) => ({ value: one as string, label: t(`alarm-rules.unit.${one}`) }))}
        value={unit}
        onChange={(value) => {
          const next = DURATION_UNITS.find((one) => one === value) ?? unit;
          onChange(toSeconds(fromSeconds(seconds, unit), next));
          setUnit(next);
        }}
      />
    </span>
  );
}
