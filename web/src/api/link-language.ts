import { isLanguage, type Language, LANGUAGES, traitsOf } from '@milepost/contract/languages';
import { applyFormat } from './language.ts';
import { formatSettings } from '../text/format-settings.ts';
import { localStore } from './local-store.ts';

const LANGUAGE_KEY = 'milepost-drive-language';

/**
 * The language that was chosen on this phone, for pages of links; otherwise the current one, which is the browser's.
 */
export function linkLanguage(): Language {
  const stored = localStore.getItem(LANGUAGE_KEY);
  return stored !== null && isLanguage(stored) ? stored : formatSettings().language;
}

/** Applies a language with the time zone of a link's organisation; a personal zone is not known here. */
export async function applyLinkLanguage(language: Language, timeZone: string): Promise<void> {
  await applyFormat({ ...formatSettings(), language, timeZone, dayZone: timeZone });
}

/** Applies the language, and stores it for the next visit. */
export async function chooseLanguage(language: Language, timeZone: string): Promise<void> {
  await applyLinkLanguage(language, timeZone);
  localStore.setItem(LANGUAGE_KEY, language);
}

/** The languages that a page without an account offers, each by its own name. */
export const languageOptions = LANGUAGES.map((value) => ({ value, label: traitsOf(value).name }));
