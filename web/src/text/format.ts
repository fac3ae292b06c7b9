/** Numbers, times and units as the person reads them. English formats until languages can be chosen. */
const LOCALE = 'en-GB';

const whole = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 0 });
const tenth = new Intl.NumberFormat(LOCALE, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const dateTime = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeStyle: 'medium' });
const clock = new Intl.DateTimeFormat(LOCALE, { timeStyle: 'short' });
const dayAndClock = new Intl.DateTimeFormat(LOCALE, {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
});

export const formatNumber = (value: number) => whole.format(value);

/** Speed without unit, whole km/h. */
export const formatSpeed = (speedKph: number) => whole.format(speedKph);

/** Metres to "850 m", "64.2 km" or "1,234 km". */
export function formatDistance(metres: number): string {
  if (metres < 1000) return `${whole.format(metres)} m`;
  return metres < 1_000_000 ? `${tenth.format(metres / 1000)} km` : `${whole.format(metres / 1000)} km`;
}

/** Seconds to two units at most: "40 s", "12 min", "1 h 04", "3 d 2 h". */
export function formatDuration(seconds: number): string {
  const s = Math.max(0, Math.floor(seconds));
  if (s < 60) return `${s} s`;
  if (s < 3600) return `${Math.floor(s / 60)} min`;
  const hours = Math.floor(s / 3600);
  if (hours < 24) return `${hours} h ${String(Math.floor((s % 3600) / 60)).padStart(2, '0')}`;
  const rest = hours % 24;
  return rest === 0 ? `${Math.floor(hours / 24)} d` : `${Math.floor(hours / 24)} d ${rest} h`;
}

/** How long ago, both in epoch milliseconds: "4 s ago", "15 h ago"; one unit, rounded down; never in the future. */
export function formatAgo(then: number, now: number): string {
  const s = Math.max(0, Math.floor((now - then) / 1000));
  if (s < 60) return `${s} s ago`;
  if (s < 3600) return `${Math.floor(s / 60)} min ago`;
  if (s < 86_400) return `${Math.floor(s / 3600)} h ago`;
  return `${Math.floor(s / 86_400)} d ago`;
}

type When = Date | number | string;
const toDate = (when: When) => (when instanceof Date ? when : new Date(when));

export const formatDateTime = (when: When) => dateTime.format(toDate(when));
export const formatClock = (when: When) => clock.format(toDate(when));
export const formatDayAndClock = (when: When) => dayAndClock.format(toDate(when));
