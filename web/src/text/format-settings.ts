import type { UNIT_SYSTEMS } from '@milepost/contract/profile-routes';
import { type Language, traitsOf } from '@milepost/contract/languages';

export type Units = (typeof UNIT_SYSTEMS)[number];

/** How a person reads numbers, times and units. */
export interface FormatSettings {
  language: Language;
  /** IANA name of the zone on whose clock moments are written and read. */
  timeZone: string;
  /** IANA name of the zone at whose midnight days of figures begin: that of the person's organisation. */
  dayZone: string;
  units: Units;
}

/** Of nobody in particular: the browser's zone is never anybody's (docs/decisions/0021-whose-day-it-is.md). */
export const NO_ZONES = { timeZone: 'UTC', dayZone: 'UTC' } as const;

let settings: FormatSettings = { language: 'en', ...NO_ZONES, units: 'metric' };
let revision = 0;
const listeners = new Set<() => void>();

export const formatSettings = (): FormatSettings => settings;
export const localeOf = (language: Language): string => traitsOf(language).locale;
/** Raised with every change, so that what was formatted before is known to be stale. */
export const formatRevision = (): number => revision;

/** @returns ends the listening */
export function watchFormat(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** @returns whether anything changed */
export function setFormat(next: FormatSettings): boolean {
  const same = (key: keyof FormatSettings) => next[key] === settings[key];
  if (same('language') && same('timeZone') && same('dayZone') && same('units')) return false;
  settings = next;
  revision++;
  for (const listener of listeners) listener();
  return true;
}
