import { IconCalendar } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatDate } from '../../text/format.ts';
import { type CalendarOptions, useCalendar } from './use-calendar.ts';

const text = (day: unknown) => (typeof day === 'string' ? formatDate(day.slice(0, 10)) : '');

/** A day, or the first and last one, each in its own direction: of the person's language. */
function dayText({ date }: { date: unknown }): string {
  if (!Array.isArray(date)) return text(date);
  const [from, to]: unknown[] = date;
  return typeof from === 'string' ? `${text(from)} – ${text(to)}` : '';
}

/** What every field for days gives Mantine's; `chosen` is the day whose month its calendar opens at. */
export function useDateInput({ minDate, maxDate }: CalendarOptions, chosen: string | null) {
  const { t } = useTranslation();
  const { fault, restart, settings, calendar } = useCalendar({ minDate, maxDate }, chosen);
  return {
    settings,
    input: {
      ...calendar,
      error: fault,
      onClick: restart,
      valueFormatter: dayText,
      leftSection: <IconCalendar size={16} stroke={1.6} aria-hidden />,
      leftSectionPointerEvents: 'none',
      clearButtonProps: { 'aria-label': t('forms.clear') },
      // Mantine would name the calendar by an element that is not there.
      popoverProps: { withRoles: false },
    },
  } as const;
}
