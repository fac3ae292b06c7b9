import { createInstance } from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { Language } from './languages.ts';

type Texts = Record<string, unknown>;
type Files = Record<string, Texts>;

/** One file a feature: `en/pages/vehicle-info.json` holds the keys `vehicle-info.…`; `core` is for the shell and the live map. Only what the first page needs is here. */
const first = import.meta.glob<Texts>(['./en/core/app.json', './en/core/authentication.json'], {
  eager: true,
  import: 'default',
});

/** The texts of a language: those of the shell and the live map, and those of all other pages. */
const catalogues = {
  en: { core: () => import('./catalogues/en-core.ts'), pages: () => import('./catalogues/en-pages.ts') },
  hi: { core: () => import('./catalogues/hi-core.ts'), pages: () => import('./catalogues/hi-pages.ts') },
  ar: { core: () => import('./catalogues/ar-core.ts'), pages: () => import('./catalogues/ar-pages.ts') },
} satisfies Record<Language, Record<Part, () => Promise<{ files: Files }>>>;
type Part = 'core' | 'pages';

const byFeature = (files: Files): Texts =>
  Object.fromEntries(Object.entries(files).map(([path, texts]) => [path.replace(/^.*\/|\.json$/g, ''), texts]));

export const i18n = createInstance();

/** Readies the catalogue with the texts of the first page; at once, because they are in the bundle. */
export function startTexts(): void {
  void i18n.use(initReactI18next).init({
    lng: 'en',
    fallbackLng: 'en',
    resources: { en: { translation: byFeature(first) } },
    nsSeparator: false,
    interpolation: { escapeValue: false }, // React escapes
    initAsync: false,
  });
}

let currentLanguage: Language = 'en';
const parts = new Set<Part>(['core']);
const loaded = new Map<string, Promise<void>>();

/**
 * Fetches a language, as far as the pages that were opened need it, and speaks it. English stands in where a text is
 * missing. @returns false where another was asked for while the texts were under way
 */
export async function switchLanguage(language: Language): Promise<boolean> {
  currentLanguage = language;
  await fetchWanted();
  if (currentLanguage !== language) return false;
  await i18n.changeLanguage(language);
  return true;
}

/** Fetches the texts of the pages besides the live map, in the language that is spoken. */
export function wantPageTexts(): Promise<void> {
  parts.add('pages');
  return fetchWanted();
}

/** Fetches all texts of a language. */
export async function loadTexts(language: Language): Promise<void> {
  await Promise.all([fetchOnce(language, 'core'), fetchOnce(language, 'pages')]);
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
  // A connection that was down may be up the next time.
  work.catch(() => loaded.delete(key));
  return work;
}

async function fetchTexts(language: Language, part: Part): Promise<void> {
  // The first page needs no formats: they come with the texts that name kinds of values.
  const [{ files }, { addFormats }] = await Promise.all([catalogues[language][part](), import('./value-formats.ts')]);
  addFormats(i18n);
  i18n.addResourceBundle(language, 'translation', byFeature(files), true, true);
}
