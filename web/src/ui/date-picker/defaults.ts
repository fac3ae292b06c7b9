/** Specification, section 9. */
export const DATE_PICKER_DEFAULTS = {
  months: 1,
  /** Monday; 0 is Sunday. */
  firstDayOfWeek: 1,
  navigation: 'select',
  outsideDays: 'visible',
  showWeekdays: true,
  showWeekNumbers: false,
  daysPerWeek: 7,
  weeksPerMonth: 6,
} as const;

/** Lists of month and year, arrows alone, or nothing. */
export type Navigation = 'select' | 'arrows' | 'none';
/** `hidden` leaves their room empty. */
export type OutsideDays = 'visible' | 'hidden';

/** Without a limit the list of years reaches this far either side of the year that is shown. */
const YEARS_EITHER_SIDE = 10;
/** Towards a limit it reaches to the limit, but no further than this. */
const MOST_YEARS = 500;

/** First and last year of the list from which to choose, both included (specification, section 9). */
export function yearRange(year: number, minYear?: number, maxYear?: number): [number, number] {
  return [
    minYear === undefined ? year - YEARS_EITHER_SIDE : Math.max(minYear, year - MOST_YEARS),
    maxYear === undefined ? year + YEARS_EITHER_SIDE : Math.min(maxYear, year + MOST_YEARS),
  ];
}
