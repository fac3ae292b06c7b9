import { speak } from '../../api/language.ts';
import { formatSettings } from '../../text/format-settings.ts';
import { isLanguage, type Language } from '../../text/languages.ts';
import { localStore } from '../../api/local-store.ts';

const KEPT = 'milepost-drive-language';

/** The language that was chosen on this phone; else the one that is spoken already, which is the browser's. */
export function driveLanguage(): Language {
  const kept = localStore.getItem(KEPT);
  return kept !== null && isLanguage(kept) ? kept : formatSettings().language;
}

/** Speaks a language on the clock of the run's organisation; nobody's own zone is known here. */
export async function speakTo(language: Language, timeZone: string): Promise<void> {
  await speak({ ...formatSettings(), language, timeZone, dayZone: timeZone });
}

export async function chooseLanguage(language: Language, timeZone: string): Promise<void> {
  await speakTo(language, timeZone);
  localStore.setItem(KEPT, language);
}
