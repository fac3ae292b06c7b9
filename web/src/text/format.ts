import { KM_PER_MILE } from '@milepost/contract/constants';
import { formatRevision, formatSettings, localeOf } from './format-settings.ts';
import { isolate } from './isolate.ts';
import { unitWordsOf } from './unit-words.ts';

const M_PER_FOOT = 0.3048;
const FEET_PER_MILE = 5280;

/** The formatters of the current settings, cached because creating them is slow. */
let made: { revision: number; formats: ReturnType<typeof makeFormats> } | undefined;

function formats() {
  const revision = formatRevision();
  if (made?.revision !== revision) made = { revision, formats: makeFormats() };
  return made.formats;
}

function makeFormats() {
  const { language, timeZone } = formatSettings();
  const locale = localeOf(language);
  // Uses 24 hours in every language, like the fields for times and the opening hours.
  const date = (options: Intl.DateTimeFormatOptions, zone = timeZone) =>
    new Intl.DateTimeFormat(locale, { hourCycle: 'h23', ...options, timeZone: zone });
  return {
    words: unitWordsOf(language),
    whole: new Intl.NumberFormat(locale, { maximumFractionDigits: 0 }),
    hundredth: new Intl.NumberFormat(locale, { maximumFractionDigits: 2 }),
    tenth: new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
    dateTime: date({ dateStyle: 'medium', timeStyle: 'medium' }),
    minute: date({ dateStyle: 'medium', timeStyle: 'short' }),
    day: date({ dateStyle: 'medium' }),
    monthDay: date({ day: 'numeric', month: 'short' }),
    date: date({ dateStyle: 'medium' }, 'UTC'),
    clock: date({ hour: '2-digit', minute: '2-digit' }),
    dayAndClock: date({ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' }),
  };
}

export const formatNumber = (value: number) => formats().whole.format(value);

/** A number with at most two decimals, for sensor values: "12.57". */
export const formatDecimal = (value: number) => formats().hundredth.format(value);

/** A speed without unit, in whole km/h or mph by the person's units. `speedUnit` is its unit. */
export const formatSpeed = (speedKph: number) =>
  formats().whole.format(isImperial() ? speedKph / KM_PER_MILE : speedKph);
export const speedUnit = () => formats().words[isImperial() ? 'mph' : 'kph'];
/** "39 km/h". */
export const formatSpeedAndUnit = (speedKph: number) => withUnit(formatSpeed(speedKph), speedUnit());

/** A number and its unit, kept together and in order. */
export const withUnit = (value: string, unit: string): string => isolate(`${value} ${unit}`);

const isImperial = () => formatSettings().units === 'imperial';

/** The unit of an axis, so that its steps are round in the person's units: the metres of a kilometre, or of a mile. */
export const distanceUnitM = () => (isImperial() ? KM_PER_MILE * 1000 : 1000);
/** The short name of that unit. */
export const distanceUnit = () => formats().words[isImperial() ? 'mile' : 'kilometre'];
export const metreUnit = () => formats().words.metre;
export const minuteUnit = () => formats().words.minute;
/** The units of axes for heights, in metres, and for speeds, in km/h. */
export const heightStepM = () => (isImperial() ? M_PER_FOOT : 1);
export const heightUnit = () => formats().words[isImperial() ? 'foot' : 'metre'];
export const speedStepKph = () => (isImperial() ? KM_PER_MILE : 1);

/** Formats metres as "850 m", "64.2 km" or "1,234 km"; with imperial units "850 ft", "39.9 mi". */
export function formatDistance(metres: number): string {
  const { words } = formats();
  return isImperial()
    ? distance(metres / M_PER_FOOT, FEET_PER_MILE, words.foot, words.mile)
    : distance(metres, 1000, words.metre, words.kilometre);
}

/**
 * Formats metres that are not measured, such as the tick of an axis or a planned distance, in units of `distanceUnitM`:
 * "0 km", "0.5 km", "600 km".
 */
export const formatDistanceTick = (metres: number): string =>
  withUnit(formatDecimal(metres / distanceUnitM()), distanceUnit());

function distance(small: number, perLarge: number, smallUnit: string, largeUnit: string): string {
  const { whole, tenth } = formats();
  if (small < 1000) return withUnit(whole.format(small), smallUnit);
  const large = small / perLarge;
  return withUnit((large < 1000 ? tenth : whole).format(large), largeUnit);
}

/** Formats seconds with at most two units: "40 s", "12 min", "1 h 04", "3 d 2 h". */
export const formatDuration = (seconds: number): string => isolate(duration(seconds));

function duration(seconds: number): string {
  const { words } = formats();
  const s = Math.max(0, Math.floor(seconds));
  if (s < 60) return `${s} ${words.second}`;
  if (s < 3600) return `${Math.floor(s / 60)} ${words.minute}`;
  const hours = Math.floor(s / 3600);
  if (hours < 24) return `${hours} ${words.hour} ${String(Math.floor((s % 3600) / 60)).padStart(2, '0')}`;
  const rest = hours % 24;
  const days = `${Math.floor(hours / 24)} ${words.day}`;
  return rest === 0 ? days : `${days} ${rest} ${words.hour}`;
}

/**
 * The elapsed time between two times in epoch milliseconds: "4 s ago", "15 h ago"; one unit, rounded down; never
 * negative.
 */
export function formatAgo(then: number, now: number): string {
  const { words } = formats();
  const s = Math.max(0, Math.floor((now - then) / 1000));
  const ago = (value: number, unit: string) => words.ago.replace('{time}', withUnit(String(Math.floor(value)), unit));
  if (s < 60) return ago(s, words.second);
  if (s < 3600) return ago(s / 60, words.minute);
  if (s < 86_400) return ago(s / 3600, words.hour);
  return ago(s / 86_400, words.day);
}

type When = Date | number | string;
const toDate = (when: When) => (when instanceof Date ? when : new Date(when));

// Isolated, so that each keeps the order of its parts beside another: "20 Nov – 21 Nov", "08:05 – 08:40".
export const formatDateTime = (when: When) => isolate(formats().dateTime.format(toDate(when)));
/** A date and time without seconds, for times that people set. */
export const formatDateTimeWithoutSeconds = (when: When) => isolate(formats().minute.format(toDate(when)));
/** The day of a time in the person's time zone. */
export const formatDay = (when: When) => isolate(formats().day.format(toDate(when)));
/** The day of a time without its year: "20 Nov". */
export const formatMonthDay = (when: When) => isolate(formats().monthDay.format(toDate(when)));
/** A calendar day, `YYYY-MM-DD`, independent of the zone. */
export const formatDate = (day: string) => isolate(formats().date.format(new Date(`${day}T00:00:00Z`)));
export const formatClock = (when: When) => isolate(formats().clock.format(toDate(when)));
export const formatDayAndClock = (when: When) => isolate(formats().dayAndClock.format(toDate(when)));
