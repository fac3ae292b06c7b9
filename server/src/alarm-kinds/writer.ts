import { KM_PER_MILE } from '@milepost/contract/constants';
import { type Language, traitsOf } from '@milepost/contract/languages';
import { fill } from '../texts/text.ts';
import type { Sentence } from './alarm-kind.ts';

/** Writes in the language and units of a reader. */
export interface Writer {
  language: Language;
  sentence(words: Sentence, params?: Readonly<Record<string, string>>): string;
  /** "104 km/h". */
  speed(kph: number): string;
  /** "1 h 30 min". */
  span(seconds: number): string;
  decimal(value: number): string;
}

export function writerFor({ language, units }: { language: Language; units: 'metric' | 'imperial' }): Writer {
  const { kph: metric, mph: imperial } = UNITS[language];
  return {
    language,
    sentence: (words, params = {}) => fill(words[language], params, language),
    speed: (kph) =>
      units === 'imperial' ? `${Math.round(kph / KM_PER_MILE)} ${imperial}` : `${Math.round(kph)} ${metric}`,
    span: (seconds) => span(seconds, language),
    decimal: (value) => value.toLocaleString(traitsOf(language).locale, { maximumFractionDigits: 1 }),
  };
}

/** Seconds to "40 s", "12 min", "1 h 04 min", "3 d 2 h". */
export function span(seconds: number, language: Language = 'en'): string {
  const units = UNITS[language];
  const minutes = Math.floor(seconds / 60);
  if (minutes === 0) return `${Math.floor(seconds)} ${units.s}`;
  if (minutes < 60) return `${minutes} ${units.min}`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) {
    return minutes % 60 === 0 ? `${hours} ${units.h}` : `${hours} ${units.h} ${minutes % 60} ${units.min}`;
  }
  const days = `${Math.floor(hours / 24)} ${units.d}`;
  return hours % 24 === 0 ? days : `${days} ${hours % 24} ${units.h}`;
}

/** The same abbreviations as in the interface. */
const UNITS: Record<Language, Record<'s' | 'min' | 'h' | 'd' | 'kph' | 'mph', string>> = {
  en: { s: 's', min: 'min', h: 'h', d: 'd', kph: 'km/h', mph: 'mph' },
  hi: { s: 'सेकंड', min: 'मि', h: 'घं', d: 'दिन', kph: 'किमी/घं', mph: 'मील/घं' },
  ar: { s: 'ث', min: 'د', h: 'س', d: 'ي', kph: 'كم/س', mph: 'ميل/س' },
};
