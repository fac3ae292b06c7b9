import type { Language } from '@milepost/contract/languages';

interface UnitWords {
  second: string;
  minute: string;
  hour: string;
  day: string;
  metre: string;
  kilometre: string;
  foot: string;
  mile: string;
  kph: string;
  mph: string;
  /** {time} is a duration. */
  ago: string;
}

/** The short words of units. Beside the catalogue, because numbers are formatted before any catalogue is there. */
export const UNIT_WORDS: Record<Language, UnitWords> = {
  en: {
    second: 's',
    minute: 'min',
    hour: 'h',
    day: 'd',
    metre: 'm',
    kilometre: 'km',
    foot: 'ft',
    mile: 'mi',
    kph: 'km/h',
    mph: 'mph',
    ago: '{time} ago',
  },
  hi: {
    second: 'सेकंड',
    minute: 'मि',
    hour: 'घं',
    day: 'दिन',
    metre: 'मी',
    kilometre: 'किमी',
    foot: 'फ़ुट',
    mile: 'मील',
    kph: 'किमी/घं',
    mph: 'मील/घं',
    ago: '{time} पहले',
  },
  ar: {
    second: 'ث',
    minute: 'د',
    hour: 'س',
    day: 'ي',
    metre: 'م',
    kilometre: 'كم',
    foot: 'قدم',
    mile: 'ميل',
    kph: 'كم/س',
    mph: 'ميل/س',
    ago: 'قبل {time}',
  },
};
