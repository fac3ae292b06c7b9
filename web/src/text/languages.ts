import type { LANGUAGES } from '@milepost/contract/profile-routes';

export type Language = (typeof LANGUAGES)[number];

/** The languages by their own names; a person finds the own one even in a catalogue that cannot be read. */
export const LANGUAGE_NAMES: Record<Language, string> = { en: 'English', hi: 'हिन्दी', ar: 'العربية' };

export const isLanguage = (name: string): name is Language => Object.hasOwn(LANGUAGE_NAMES, name);

export const directionOf = (language: Language): 'ltr' | 'rtl' => (language === 'ar' ? 'rtl' : 'ltr');

/** The best of ours for what a browser asks for, as in `hi-IN`; English where there is none. */
export function bestLanguage(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const name = tag.toLowerCase().split('-')[0] ?? '';
    if (isLanguage(name)) return name;
  }
  return 'en';
}
