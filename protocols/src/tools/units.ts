import { BadFrame, unlessBad } from './bad-frame.ts';
import { decimal } from './fields.ts';

/** One knot in km/h. */
export const KNOT_KPH = 1.852;

/**
 * Returns degrees from the degrees and minutes written by receivers: "ddmm.mmmm", "dddmm.mmmm", without the point
 * "ddmmmmmm" and "dddmmmmmm", and with a dash between degrees and minutes "-dd-mm.mmmm". South and west are negative.
 * Throws BadFrame for any other text.
 */
export function degreesMinutes(text: string, hemisphere: string): number {
  const side = hemisphere.toUpperCase();
  if (side !== 'N' && side !== 'S' && side !== 'E' && side !== 'W') {
    throw new BadFrame(`"${hemisphere}" is no hemisphere`);
  }
  const sign = side === 'S' || side === 'W' ? -1 : 1;
  const unsigned = text.trim().replace(/^-/, '');
  const dash = unsigned.indexOf('-');
  if (dash > 0) return sign * (decimal(unsigned.slice(0, dash)) + decimal(unsigned.slice(dash + 1)) / 60);
  const point = unsigned.indexOf('.');
  const degreeDigits = side === 'N' || side === 'S' ? 2 : 3;
  if (point < 0) {
    const minutes = unsigned.slice(degreeDigits);
    return (
      sign * (decimal(unsigned.slice(0, degreeDigits)) + decimal(`${minutes.slice(0, 2)}.${minutes.slice(2)}`) / 60)
    );
  }
  // Some write 9°54.9490' as "954.9490": the minutes have two digits before the point, the degrees the rest.
  const degrees = point > 2 ? decimal(unsigned.slice(0, point - 2)) : 0;
  return sign * (degrees + decimal(unsigned.slice(Math.max(0, point - 2))) / 60);
}

/** The same; undefined for any other text. */
export const degreesMinutesIfAny = (text: string, hemisphere: string): number | undefined =>
  unlessBad(() => degreesMinutes(text, hemisphere)) ?? undefined;

/** Returns the number of the `count` digits at `at`. Throws BadFrame if they are not digits. */
export function digits(text: string, at: number, count: number): number {
  let value = 0;
  for (let index = at; index < at + count; index += 1) {
    const digit = text.charCodeAt(index) - 48;
    if (!(digit >= 0 && digit <= 9)) throw new BadFrame(`no digit at ${index + 1} of "${text}"`);
    value = 10 * value + digit;
  }
  return value;
}

/** The same; NaN if they are not digits. */
export const digitsIfAny = (text: string, at: number, count: number): number =>
  unlessBad(() => digits(text, at, count)) ?? Number.NaN;

const MONTH_DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Returns a UTC time; a year below 100 belongs to this century. Throws BadFrame for an impossible day or hour. */
export function utc(year: number, month: number, day: number, hour = 0, minute = 0, second = 0, ms = 0): Date {
  const full = year < 100 ? 2000 + year : year;
  const days =
    month === 2 && full % 4 === 0 && (full % 100 !== 0 || full % 400 === 0) ? 29 : (MONTH_DAYS[month - 1] ?? 0);
  // A leap second is the only real one above 59; some devices briefly count beyond the minute.
  const real = day >= 1 && day <= days && hour >= 0 && hour < 24 && minute >= 0 && minute < 60 && second < 100;
  const time = real ? Date.UTC(full, month - 1, day, hour, minute, second, ms) : Number.NaN;
  if (!Number.isFinite(time)) throw new BadFrame(`there is no ${year}-${month}-${day} ${hour}:${minute}:${second}`);
  return new Date(time);
}

/** Returns a UTC time from "ddmmyy" and "hhmmss", with an optional ".sss". */
export function dayFirst(ddmmyy: string, hhmmss: string): Date {
  return utc(digits(ddmmyy, 4, 2), digits(ddmmyy, 2, 2), digits(ddmmyy, 0, 2), ...clock(hhmmss));
}

/** Returns a UTC time from "yymmdd" and "hhmmss", with an optional ".sss". */
export function yearFirst(yymmdd: string, hhmmss: string): Date {
  return utc(digits(yymmdd, 0, 2), digits(yymmdd, 2, 2), digits(yymmdd, 4, 2), ...clock(hhmmss));
}

/** Returns a UTC time from "yyyymmddhhmmss", with an optional ".sss". */
export function wholeMoment(text: string): Date {
  return utc(digits(text, 0, 4), digits(text, 4, 2), digits(text, 6, 2), ...clock(text.slice(8)));
}

/** Formats a time as "yyyymmddhhmmss", UTC. */
export const secondText = (moment: Date): string => moment.toISOString().slice(0, 19).replaceAll(/\D/g, '');

const DAY_MS = 86_400_000;

/** Returns the time nearest to `near` at which the given milliseconds of a day (UTC) have passed. */
export function atTimeOfDay(ms: number, near: Date): Date {
  const midnight = Math.floor(near.getTime() / DAY_MS) * DAY_MS;
  const days = Math.round((near.getTime() - midnight - ms) / DAY_MS);
  return new Date(midnight + days * DAY_MS + ms);
}

/** Returns the milliseconds of the day for "hhmmss" or "hhmmss.sss". */
export function clockMs(hhmmss: string): number {
  const [hour, minute, second, ms] = clock(hhmmss);
  return ((hour * 60 + minute) * 60 + second) * 1000 + ms;
}

function clock(hhmmss: string): [number, number, number, number] {
  const ms = hhmmss.length > 7 ? Math.round(decimal(`0${hhmmss.slice(6)}`) * 1000) : 0;
  return [digits(hhmmss, 0, 2), digits(hhmmss, 2, 2), digits(hhmmss, 4, 2), ms];
}
