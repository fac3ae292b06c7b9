import { KM_PER_MILE } from '@milepost/contract/constants';
import { type Language, traitsOf } from '@milepost/contract/languages';
import { UNIT_WORDS } from '../texts/names.ts';
import { inLanguage, type TextDescriptor } from '../texts/text.ts';

/** Formats text in the language and units of a reader. */
export interface Writer {
  language: Language;
  sentence(text: TextDescriptor): string;
  /** "104 km/h". */
  speed(kph: number): string;
  /** "1 h 30 min". */
  span(seconds: number): string;
  decimal(value: number): string;
}

export function writerFor({ language, units }: { language: Language; units: 'metric' | 'imperial' }): Writer {
  const { kph: metric, mph: imperial } = UNIT_WORDS[language];
  return {
    language,
    sentence: (text) => inLanguage(language, text),
    speed: (kph) =>
      units === 'imperial' ? `${Math.round(kph / KM_PER_MILE)} ${imperial}` : `${Math.round(kph)} ${metric}`,
    span: (seconds) => span(seconds, language),
    decimal: (value) => value.toLocaleString(traitsOf(language).locale, { maximumFractionDigits: 1 }),
  };
}

/** Formats seconds as "40 s", "12 min", "1 h 04 min", "3 d 2 h". */
export function span(seconds: number, language: Language = 'en'): string {
  const units = UNIT_WORDS[language];
  const minutes = Math.floor(seconds / 60);
  if (minutes === 0) return `${Math.floor(seconds)} ${units.second}`;
  if (minutes < 60) return `${minutes} ${units.minute}`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) {
    return minutes % 60 === 0 ? `${hours} ${units.hour}` : `${hours} ${units.hour} ${minutes % 60} ${units.minute}`;
  }
  const days = `${Math.floor(hours / 24)} ${units.day}`;
  return hours % 24 === 0 ? days : `${days} ${hours % 24} ${units.hour}`;
}
