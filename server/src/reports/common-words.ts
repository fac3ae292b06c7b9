import type { Language } from '../texts/text.ts';

/** Labels of columns that most reports share; a report sets a label itself only when it differs. */
const COLUMNS = {
  en: {
    vehicle: 'Vehicle',
    driver: 'Driver',
    group: 'Group',
    day: 'Day',
    start: 'Start',
    end: 'End',
    duration: 'Duration',
    whole: 'Whole duration',
    distance: 'Distance',
    place: 'Place',
    fence: 'Geofence',
    note: 'Note',
  },
  hi: {
    vehicle: 'वाहन',
    driver: 'ड्राइवर',
    group: 'समूह',
    day: 'दिन',
    start: 'शुरू',
    end: 'समाप्त',
    duration: 'अवधि',
    whole: 'पूरी अवधि',
    distance: 'दूरी',
    place: 'स्थान',
    fence: 'जियो-फ़ेंस',
    note: 'टिप्पणी',
  },
  ar: {
    vehicle: 'المركبة',
    driver: 'السائق',
    group: 'المجموعة',
    day: 'اليوم',
    start: 'البداية',
    end: 'النهاية',
    duration: 'المدة',
    whole: 'المدة الكاملة',
    distance: 'المسافة',
    place: 'المكان',
    fence: 'السياج الجغرافي',
    note: 'ملاحظة',
  },
} as const satisfies Record<Language, Record<string, string>>;

export type CommonColumn = keyof (typeof COLUMNS)['en'];

const isCommon = (key: string): key is CommonColumn => Object.hasOwn(COLUMNS.en, key);

/** The shared label of a column; undefined when there is none. */
export const commonName = (language: Language, key: string): string | undefined =>
  isCommon(key) ? COLUMNS[language][key] : undefined;
