import { createInstance } from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { Language } from './languages.ts';

type Texts = Record<string, unknown>;

/** One file a feature: `en/vehicle-info.json` holds the keys `vehicle-info.…`. Only what the first page needs is here. */
const first = import.meta.glob<Texts>(['./en/app.json', './en/authentication.json'], {
  eager: true,
  import: 'default',
});

/** All texts of a language, loaded when they are wanted. */
const catalogues: Record<Language, () => Promise<{ files: Record<string, Texts> }>> = {
  en: () => import('./catalogues/en.ts'),
  hi: () => import('./catalogues/hi.ts'),
  ar: () => import('./catalogues/ar.ts'),
};

const byFeature = (files: Record<string, Texts>): Texts =>
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

const loaded = new Map<Language, Promise<void>>();

/** Fetches all texts of a language, once. */
export function loadTexts(language: Language): Promise<void> {
  const known = loaded.get(language);
  if (known) return known;
  const work = fetchTexts(language);
  loaded.set(language, work);
  // A connection that was down may be up the next time.
  work.catch(() => loaded.delete(language));
  return work;
}

async function fetchTexts(language: Language): Promise<void> {
  const { files } = await catalogues[language]();
  i18n.addResourceBundle(language, 'translation', byFeature(files), true, true);
}
