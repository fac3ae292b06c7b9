import { isLanguage, type Language, traitsOf } from '@milepost/contract/languages';

export const directionOf = (language: Language): 'ltr' | 'rtl' => traitsOf(language).direction;

/** The best supported language for a browser's preferences, such as `hi-IN`; English if none matches. */
export function bestLanguage(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const name = tag.toLowerCase().split('-')[0] ?? '';
    if (isLanguage(name)) return name;
  }
  return 'en';
}
