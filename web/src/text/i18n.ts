import { createInstance } from 'i18next';
import { initReactI18next } from 'react-i18next';
import signIn from '@milepost/contract/texts/en/sign-in.json' with { type: 'json' };
import type { Language } from '@milepost/contract/languages';

type Texts = Record<string, unknown>;
type Part = 'shell' | 'screens';

/** The texts that are loaded for a language: those of the shell and the live map, and those of all other screens. */
const catalogues = import.meta.glob<Texts>('../../../contract/src/texts/*/{shell,screens}.ts', { import: 'texts' });

export const i18n = createInstance();

/** Initialises the catalogue with the texts of the first page; synchronously, because they are in the bundle. */
export function startTexts(): void {
  void i18n.use(initReactI18next).init({
    lng: 'en',
    fallbackLng: 'en',
    resources: { en: { translation: signIn } },
    nsSeparator: false,
    interpolation: { escapeValue: false }, // React escapes already.
    initAsync: false,
  });
}

let currentLanguage: Language = 'en';
const parts = new Set<Part>(['shell']);
const loaded = new Map<string, Promise<void>>();

/**
 * Loads a language, limited to the texts of the pages opened so far, and switches to it. English replaces missing
 * texts. @returns false if another language was requested during the load
 */
export async function switchLanguage(language: Language): Promise<boolean> {
  currentLanguage = language;
  await fetchWanted();
  if (currentLanguage !== language) return false;
  await i18n.changeLanguage(language);
  return true;
}

/** Loads the texts of the pages besides the live map, in the current language. */
export function wantPageTexts(): Promise<void> {
  parts.add('screens');
  return fetchWanted();
}

/** Loads all texts of a language. */
export async function loadTexts(language: Language): Promise<void> {
  await Promise.all([fetchOnce(language, 'shell'), fetchOnce(language, 'screens')]);
}

async function fetchWanted(): Promise<void> {
  const languages = [...new Set<Language>(['en', currentLanguage])];
  await Promise.all(languages.flatMap((language) => [...parts].map((part) => fetchOnce(language, part))));
}

function fetchOnce(language: Language, part: Part): Promise<void> {
  const key = `${language} ${part}`;
  const known = loaded.get(key);
  if (known) return known;
  const work = fetchTexts(language, part);
  loaded.set(key, work);
  // After a connection failure the next attempt can succeed.
  work.catch(() => loaded.delete(key));
  return work;
}

async function fetchTexts(language: Language, part: Part): Promise<void> {
  // The first page needs no formats: they are loaded with the texts that refer to kinds of values.
  const load = catalogues[`../../../contract/src/texts/${language}/${part}.ts`];
  const [texts, { addFormats }] = await Promise.all([load?.(), import('./value-formats.ts')]);
  addFormats(i18n);
  i18n.addResourceBundle(language, 'translation', texts, true, true);
}
