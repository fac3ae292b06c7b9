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

/** Lists of months and years, arrows only, or nothing. */
export type Navigation = 'select' | 'arrows' | 'none';
/** `hidden` leaves their cells empty. */
export type OutsideDays = 'visible' | 'hidden';

/** Without a limit the list of years extends this far on either side of the visible year. */
const YEARS_EITHER_SIDE = 10;
/** Towards a limit it extends up to the limit, but no further than this. */
const MAX_YEARS = 500;

/** The first and last year of the list, both included (specification, section 9). */
export function yearRange(year: number, minYear?: number, maxYear?: number): [number, number] {
  return [
    minYear === undefined ? year - YEARS_EITHER_SIDE : Math.max(minYear, year - MAX_YEARS),
    maxYear === undefined ? year + YEARS_EITHER_SIDE : Math.min(maxYear, year + MAX_YEARS),
  ];
}
