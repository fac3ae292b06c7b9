import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { readClock } from './read-clock.ts';

interface Props {
  label: string;
  /** `HH:MM`, or empty. */
  value: string;
  /** Called with each complete time, and with '' if the field was emptied. */
  onChange: (value: string) => void;
}

/** A typed time of day, 24 hours; unlike the picker it can be left empty. */
export function ClockField({ label, value, onChange }: Props) {
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? value;
  return (
    <TextInput
      w={76}
      dir="ltr"
      inputMode="numeric"
      maxLength={5}
      placeholder="--:--"
      aria-label={label}
      aria-invalid={readClock(text) === null}
      error={typed === null && readClock(value) === null}
      value={text}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        const time = readClock(currentTarget.value);
        // "2" and "22" can be the beginning of "22:30".
        if (time === '' || (time !== null && currentTarget.value.replaceAll(/\D/g, '').length >= 4)) onChange(time);
      }}
      onBlur={() => {
        const time = readClock(text);
        if (time !== null && time !== value) onChange(time);
        setTyped(null);
      }}
    />
  );
}
