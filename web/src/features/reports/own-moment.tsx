import { CloseButton, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useServerNow } from '../../live/use-live.ts';
import { dayOf, sameTimeOn } from '../../text/local-day.ts';
import { DateField } from '../../ui/date-picker/date-field.tsx';
import { momentAt, timeAt } from '../../ui/time-picker/moment-time.ts';
import { TimePicker } from '../../ui/time-picker/time-picker.tsx';

interface Props {
  label: string;
  /** ISO 8601; empty for now. */
  value: string;
  onPut: (value: string) => void;
}

const MINUTE_MS = 60_000;

/** A past moment, or now. */
export function OwnMoment({ label, value, onPut }: Props) {
  const { t } = useTranslation();
  const now = useServerNow(MINUTE_MS);
  const shown = value === '' ? Math.floor(now / MINUTE_MS) * MINUTE_MS : Date.parse(value);
  const put = (ms: number) => onPut(new Date(Math.min(now, ms)).toISOString());
  return (
    <Group gap={4} wrap="nowrap" role="group" aria-label={label}>
      <DateField
        w={148}
        label={label}
        labelHidden
        value={dayOf(shown)}
        maxDate={dayOf(now)}
        onChange={(day) => day !== null && put(sameTimeOn(day, shown))}
      />
      <TimePicker
        label={label}
        spinners={false}
        value={timeAt(shown)}
        onChange={(time) => put(momentAt(shown, time))}
      />
      {value !== '' && <CloseButton aria-label={t('reports.now')} title={t('reports.now')} onClick={() => onPut('')} />}
    </Group>
  );
}
