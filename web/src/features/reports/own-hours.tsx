import { CloseButton, Group, Select } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ClockField } from '../../ui/time-picker/clock-field.tsx';

interface Props {
  /** By the suffix of the value: '' for rows that began in the hours, '+' for rows in progress during them. */
  labels: Readonly<Record<string, string>>;
  /** `22:00-05:00` or `22:00-05:00+`; empty for all day. */
  value: string;
  onPut: (value: string) => void;
}

const PAUSE_MS = 600;
const SELECT_PADDING_PX = 44;
const LETTER_PX = 7.6;

/** From one time of day to another, over midnight too; the whole day while one of them is missing. */
export function OwnHours({ labels, value, onPut }: Props) {
  const { t } = useTranslation();
  const [before = '', after = ''] = value.replace('+', '').split('-');
  const [from, setFrom] = useState(before);
  const [to, setTo] = useState(after);
  const [ending, setEnding] = useState(value.endsWith('+') ? '+' : '');
  const label = labels[ending] ?? '';
  const putLater = useDebouncedCallback(onPut, PAUSE_MS);
  const put = (first: string, last: string, how: string) => {
    setFrom(first);
    setTo(last);
    setEnding(how);
    const next = first === '' || last === '' ? '' : `${first}-${last}${how}`;
    putLater(next);
  };
  return (
    <Group gap={6} wrap="nowrap" role="group" aria-label={label} title={label}>
      <Select
        aria-label={t('reports.hours-rows')}
        w={SELECT_PADDING_PX + LETTER_PX * Math.max(...Object.values(labels).map(({ length }) => length))}
        allowDeselect={false}
        data={Object.entries(labels).map(([key, name]) => ({ value: key, label: name }))}
        value={ending}
        onChange={(chosen) => put(from, to, chosen ?? '')}
      />
      <ClockField
        label={`${label}: ${t('reports.hours-from')}`}
        value={from}
        onChange={(time) => put(time, to, ending)}
      />
      <span aria-hidden>–</span>
      <ClockField
        label={`${label}: ${t('reports.hours-to')}`}
        value={to}
        onChange={(time) => put(from, time, ending)}
      />
      {value !== '' && (
        <CloseButton
          aria-label={t('reports.all-day')}
          title={t('reports.all-day')}
          onClick={() => put('', '', ending)}
        />
      )}
    </Group>
  );
}
