import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

/** The short names of the days from Monday on, in the person's language. */
export function useWeekdays(): readonly string[] {
  const { language } = useTranslation().i18n;
  return useMemo(() => {
    const name = new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' });
    // 1 January 2024 was a Monday.
    return [1, 2, 3, 4, 5, 6, 7].map((day) => name.format(new Date(Date.UTC(2024, 0, day))));
  }, [language]);
}
