/** The properties of a language; its texts are in `texts/<language>`. */
interface LanguageTraits {
  /** Its name in the language itself, so that people find it even if they cannot read the present language. */
  name: string;
  /** The BCP 47 locale of numbers and times: with Latin digits, since otherwise tables and plates would mix two kinds. */
  locale: string;
  direction: 'ltr' | 'rtl';
  /**
   * The separator of list entries. `Intl.ListFormat` is not used: its lists end with "and", which Arabic joins to the
   * following entry, so names, plates and addresses could no longer be found by a search.
   */
  comma: string;
}

/** The languages of the interface. English follows British conventions. */
const TRAITS = {
  en: { name: 'English', locale: 'en-GB', direction: 'ltr', comma: ', ' },
  hi: { name: 'हिन्दी', locale: 'hi-IN-u-nu-latn', direction: 'ltr', comma: ', ' },
  es: { name: 'Español', locale: 'es-ES', direction: 'ltr', comma: ', ' },
  ar: { name: 'العربية', locale: 'ar-u-nu-latn-ca-gregory', direction: 'rtl', comma: '، ' },
} as const satisfies Record<string, LanguageTraits>;

export type Language = keyof typeof TRAITS;

export const isLanguage = (name: string): name is Language => Object.hasOwn(TRAITS, name);
export const LANGUAGES: readonly Language[] = Object.keys(TRAITS).filter(isLanguage);
export const traitsOf = (language: Language): LanguageTraits => TRAITS[language];
