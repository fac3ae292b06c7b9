import { wallClock } from '../export/wall-clock.ts';

const HOUR_MS = 3_600_000;

/** The day it is at a moment on the person's clock, `YYYY-MM-DD`. */
export const localDay = (ms: number, zone?: string): string => wallClock(new Date(ms), zone).slice(0, 10);

/**
 * When a day (`YYYY-MM-DD`) begins on the person's clock, epoch milliseconds; where its midnight is skipped, the first
 * moment after.
 */
export function dayStart(day: string, zone?: string): number {
  const asUtc = Date.parse(`${day}T00:00:00Z`);
  const offset = (ms: number) => Date.parse(`${wallClock(new Date(ms), zone).replace(' ', 'T')}Z`) - ms;
  // Zones change their clocks by an hour at most times of interest; the later guess is right on both sides of that.
  const guesses = [asUtc - offset(asUtc - HOUR_MS * 14), asUtc - offset(asUtc + HOUR_MS * 14)];
  return Math.min(
    ...guesses.filter((ms) => localDay(ms, zone) === day && localDay(ms - 1, zone) < day),
    Math.max(...guesses),
  );
}

/** The day so many days later. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 24 * HOUR_MS).toISOString().slice(0, 10);
}
