import { isLanguage, type Language, traitsOf } from '@milepost/contract/languages';

export const directionOf = (language: Language): 'ltr' | 'rtl' => traitsOf(language).direction;

/** The best of ours for what a browser asks for, as in `hi-IN`; English where there is none. */
export function bestLanguage(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const name = tag.toLowerCase().split('-')[0] ?? '';
    if (isLanguage(name)) return name;
  }
  return 'en';
}
