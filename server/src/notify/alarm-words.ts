import { DEVICE_CODES } from '../texts/device-codes.ts';
import { inLanguage, type Language, LOCALES, type Said, said } from '../texts/text.ts';
import type { AlarmCondition } from '@milepost/contract/alarm-condition';
import { KM_PER_MILE } from '@milepost/contract/constants';
import type { AlarmStory } from '../store/alarm-rules/alarm-story.ts';

/** The language, units and time zone that a person reads in. */
export interface Reader {
  timeZone: string;
  units: 'metric' | 'imperial';
  language: Language;
}

type PlaceAt = (lat: number, lon: number) => string | null;

/** The title and the sentence that describe an alarm to this reader. */
export function alarmWords(story: AlarmStory, reader: Reader, placeAt: PlaceAt): { title: string; text: string } {
  const where = story.place && placeAt(story.place.lat, story.place.lon);
  const parts = [
    story.condition && whatHappened(story, story.condition, reader),
    where,
    momentOf(story.startedAt, reader),
  ];
  return { title: `${story.registration}: ${story.ruleName}`, text: parts.filter((part) => part).join(' · ') };
}

function whatHappened({ value, about, fence }: AlarmStory, condition: AlarmCondition, reader: Reader): string | null {
  const { language } = reader;
  const write = (words: Said) => inLanguage(language, words);
  const time = (seconds: number) => ({ time: span(seconds, language) });
  const decimal = (number: number) => number.toLocaleString(LOCALES[language], { maximumFractionDigits: 1 });
  const where = { fence: fence?.name ?? write(said('a-geofence')) };
  switch (condition.kind) {
    case 'overspeed': {
      if (value === null) return null;
      const { limitKph } = condition;
      if (limitKph === null) return speed(value, reader);
      return write(said('over-limit', { speed: speed(value, reader), limit: speed(limitKph, reader) }));
    }
    case 'overStay':
      return write(said('over-stay', time(condition.afterS)));
    case 'idling':
      return write(said('idling', time(condition.afterS)));
    case 'geofenceEnter':
      return write(said('entered', where));
    case 'geofenceExit':
      return write(said('left', where));
    case 'geofenceDwell':
      return write(said('dwelled', { ...where, ...time(condition.afterS) }));
    case 'noData':
      return write(said('silent', time(value === null ? condition.afterS : value * 60)));
    case 'device':
      return about && (DEVICE_CODES[language][about] ?? about);
    case 'unauthorisedMovement':
      return write(said('outside-hours'));
    case 'tow':
      return write(said('towed'));
    case 'temperature':
      return value === null ? null : `${decimal(value)} °C`;
    case 'lowBattery':
      return write(said('battery-below', { percent: decimal(condition.belowPercent) }));
    case 'fuelDrop':
      return value === null ? null : write(said('fuel-lost', { litres: decimal(Math.abs(value)) }));
    case 'routeDeviation':
      return write(said('off-route'));
    case 'driverWithoutTag':
      return write(said('no-tag'));
  }
  return condition satisfies never;
}

function speed(kph: number, { units, language }: Reader): string {
  const { kph: metric, mph: imperial } = UNITS[language];
  return units === 'imperial' ? `${Math.round(kph / KM_PER_MILE)} ${imperial}` : `${Math.round(kph)} ${metric}`;
}

/** Seconds to "40 s", "12 min", "1 h 04 min", "3 d 2 h". */
export function span(seconds: number, language: Language = 'en'): string {
  const units = UNITS[language];
  const minutes = Math.floor(seconds / 60);
  if (minutes === 0) return `${Math.floor(seconds)} ${units.s}`;
  if (minutes < 60) return `${minutes} ${units.min}`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) {
    return minutes % 60 === 0 ? `${hours} ${units.h}` : `${hours} ${units.h} ${minutes % 60} ${units.min}`;
  }
  const days = `${Math.floor(hours / 24)} ${units.d}`;
  return hours % 24 === 0 ? days : `${days} ${hours % 24} ${units.h}`;
}

/** The same abbreviations as in the interface. */
const UNITS: Record<Language, Record<'s' | 'min' | 'h' | 'd' | 'kph' | 'mph', string>> = {
  en: { s: 's', min: 'min', h: 'h', d: 'd', kph: 'km/h', mph: 'mph' },
  hi: { s: 'सेकंड', min: 'मि', h: 'घं', d: 'दिन', kph: 'किमी/घं', mph: 'मील/घं' },
  ar: { s: 'ث', min: 'د', h: 'س', d: 'ي', kph: 'كم/س', mph: 'ميل/س' },
};

function momentOf(at: Date, { timeZone, language }: Reader): string {
  return new Intl.DateTimeFormat(LOCALES[language], {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
    timeZoneName: 'shortOffset',
  })
    .format(at)
    .replace(/GMT(\+0$)?/, 'UTC');
}
