import { createInstance, type i18n } from 'i18next';
import { initReactI18next } from 'react-i18next';

/** One file a feature: `en/vehicle-info.json` holds the keys `vehicle-info.…`. */
const files = import.meta.glob<Record<string, unknown>>('./en/*.json', { eager: true, import: 'default' });

const english = Object.fromEntries(
  Object.entries(files).map(([path, texts]) => [path.slice('./en/'.length, -'.json'.length), texts]),
);

/** Readies the catalogue; at once, because the texts are in the bundle. */
export function startTexts(): i18n {
  const texts = createInstance();
  void texts.use(initReactI18next).init({
    lng: 'en',
    fallbackLng: 'en',
    resources: { en: { translation: english } },
    nsSeparator: false,
    interpolation: { escapeValue: false }, // React escapes
    initAsync: false,
  });
  return texts;
}
