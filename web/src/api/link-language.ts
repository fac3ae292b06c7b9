import { applyFormat } from './language.ts';
import { formatSettings } from '../text/format-settings.ts';
import { isLanguage, type Language, LANGUAGE_NAMES } from '../text/languages.ts';
import { localStore } from './local-store.ts';

const LANGUAGE_KEY = 'milepost-drive-language';

/** The language that was chosen on this phone, for pages of links; else the one that is spoken already, which is the browser's. */
export function linkLanguage(): Language {
  const stored = localStore.getItem(LANGUAGE_KEY);
  return stored !== null && isLanguage(stored) ? stored : formatSettings().language;
}

/** Speaks a language on the clock of the organisation of a link; nobody's own zone is known here. */
export async function applyLinkLanguage(language: Language, timeZone: string): Promise<void> {
  await applyFormat({ ...formatSettings(), language, timeZone, dayZone: timeZone });
}

/** Speaks it, and keeps it for the next time. */
export async function chooseLanguage(language: Language, timeZone: string): Promise<void> {
  await applyLinkLanguage(language, timeZone);
  localStore.setItem(LANGUAGE_KEY, language);
}

/** The choices of a page without an account, each by its own name. */
export const languageOptions = Object.keys(LANGUAGE_NAMES)
  .filter(isLanguage)
  .map((value) => ({ value, label: LANGUAGE_NAMES[value] }));
