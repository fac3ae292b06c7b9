import { Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useServerNow } from '../../live/use-live.ts';
import { dayOf, sameTimeOn } from '../../text/local-day.ts';
import { DateField } from '../../ui/date-picker/date-field.tsx';
import { momentAt, timeAt } from '../../ui/time-picker/moment-time.ts';
import { TimePicker } from '../../ui/time-picker/time-picker.tsx';

interface Props {
  /** Null for now. */
  at: number | null;
  filter(filters: Readonly<Record<string, string | null>>): void;
}

const MINUTE_MS = 60_000;

/** The moment of the list of vehicles inside: now, or a day and a time. */
export function InsideMoment({ at, filter }: Props) {
  const { t } = useTranslation();
  const now = useServerNow(MINUTE_MS);
  const shown = at ?? Math.floor(now / MINUTE_MS) * MINUTE_MS;
  const set = (ms: number) => filter({ at: new Date(Math.min(now, ms)).toISOString() });
  return (
    <Group gap={4} wrap="nowrap" role="group" aria-label={t('in-out-location.moment')}>
      <DateField
        w={148}
        label={t('in-out-location.moment-day')}
        labelHidden
        value={dayOf(shown)}
        maxDate={dayOf(now)}
        onChange={(day) => day !== null && set(sameTimeOn(day, shown))}
      />
      <TimePicker
        label={t('in-out-location.moment-time')}
        spinners={false}
        value={timeAt(shown)}
        onChange={(time) => set(momentAt(shown, time))}
      />
      <Button variant="default" aria-pressed={at === null} disabled={at === null} onClick={() => filter({ at: null })}>
        {t('in-out-location.moment-now')}
      </Button>
    </Group>
  );
}
