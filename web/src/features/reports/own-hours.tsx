import { CloseButton, Group, Text, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

interface Props {
  label: string;
  /** `22:00-05:00`; empty: all day. */
  value: string;
  onPut: (value: string) => void;
}

const PAUSE_MS = 600;

/** From one time of day up to another, over midnight too; the whole day while one of them is missing. */
export function OwnHours({ label, value, onPut }: Props) {
  const { t } = useTranslation();
  const [before = '', after = ''] = value.split('-');
  const [from, setFrom] = useState(before);
  const [to, setTo] = useState(after);
  // Typed digit by digit: half a time is none to ask for yet.
  const putLater = useDebouncedCallback(onPut, PAUSE_MS);
  const put = (first: string, last: string) => {
    setFrom(first);
    setTo(last);
    const next = first === '' || last === '' ? '' : `${first}-${last}`;
    putLater(next);
  };
  const field = (name: string, time: string, onTime: (time: string) => void) => (
    <TextInput
      type="time"
      w={112}
      aria-label={`${label}: ${name}`}
      value={time}
      onChange={({ currentTarget }) => onTime(currentTarget.value.slice(0, 5))}
    />
  );
  return (
    <Group gap={6} wrap="nowrap" role="group" aria-label={label} title={label}>
      <Text size="sm">{label}</Text>
      {field(t('reports.hours-from'), from, (time) => put(time, to))}
      <span aria-hidden>–</span>
      {field(t('reports.hours-to'), to, (time) => put(from, time))}
      {value !== '' && (
        <CloseButton aria-label={t('reports.all-day')} title={t('reports.all-day')} onClick={() => put('', '')} />
      )}
    </Group>
  );
}
