import { IconCalendar } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { type CalendarOptions, useCalendar } from './use-calendar.ts';

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
      valueFormat: 'D MMM YYYY',
      leftSection: <IconCalendar size={16} stroke={1.6} aria-hidden />,
      leftSectionPointerEvents: 'none',
      clearButtonProps: { 'aria-label': t('forms.clear') },
      // Mantine would name the calendar by an element that is not there.
      popoverProps: { withRoles: false },
    },
  } as const;
}
