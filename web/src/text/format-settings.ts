import type { UNIT_SYSTEMS } from '@milepost/contract/profile-operations';
import { type Language, traitsOf } from '@milepost/contract/languages';

export type Units = (typeof UNIT_SYSTEMS)[number];

/** A person's formats of numbers, times and units. */
export interface FormatSettings {
  language: Language;
  /** The IANA name of the time zone in which times are written and read. */
  timeZone: string;
  /** The IANA name of the time zone at whose midnight the days of figures begin: that of the person's organisation. */
  dayZone: string;
  units: Units;
}

/** The zones while no person is known: the browser's zone is never used (docs/decisions/0021-whose-day-it-is.md). */
export const NO_ZONES = { timeZone: 'UTC', dayZone: 'UTC' } as const;

let settings: FormatSettings = { language: 'en', ...NO_ZONES, units: 'metric' };
let revision = 0;
const listeners = new Set<() => void>();

export const formatSettings = (): FormatSettings => settings;
export const localeOf = (language: Language): string => traitsOf(language).locale;
/** Increased with every change, so that formatted values are known to be out of date. */
export const formatRevision = (): number => revision;

/** @returns a function that unsubscribes */
export function watchFormat(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** @returns true if anything changed */
export function setFormat(next: FormatSettings): boolean {
  const same = (key: keyof FormatSettings) => next[key] === settings[key];
  if (same('language') && same('timeZone') && same('dayZone') && same('units')) return false;
  settings = next;
  revision++;
  for (const listener of listeners) listener();
  return true;
}
