import type { UNIT_SYSTEMS } from '@milepost/contract/profile-routes';
import type { Language } from './languages.ts';

export type Units = (typeof UNIT_SYSTEMS)[number];

/** How a person reads numbers, times and units. */
export interface FormatSettings {
  language: Language;
  /** IANA name; empty: that of the browser. */
  timeZone: string;
  units: Units;
}

/** English as Europe writes it; Latin digits in all languages, because tables and plates mix them. */
const LOCALES: Record<Language, string> = { en: 'en-GB', hi: 'hi-IN-u-nu-latn', ar: 'ar-u-nu-latn-ca-gregory' };

let settings: FormatSettings = { language: 'en', timeZone: '', units: 'metric' };
let revision = 0;

export const formatSettings = (): FormatSettings => settings;
export const localeOf = (language: Language): string => LOCALES[language];
/** Raised with every change, so that what was formatted before is known to be stale. */
export const formatRevision = (): number => revision;

/** @returns whether anything changed */
export function setFormat(next: FormatSettings): boolean {
  const { language, timeZone, units } = settings;
  if (next.language === language && next.timeZone === timeZone && next.units === units) return false;
  settings = next;
  revision++;
  return true;
}
