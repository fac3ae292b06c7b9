import type { AlarmCondition } from '@milepost/contract/alarm-condition';
import type { AlarmStory } from '../store/alarm-rules/alarm-story.ts';

/** How a person reads it. */
export interface Reader {
  timeZone: string;
  units: 'metric' | 'imperial';
}

type PlaceAt = (lat: number, lon: number) => string | null;

const KM_PER_MILE = 1.609344;

/** An alarm in a title and a sentence, in English, the reader's units and time zone. */
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
  const fenceName = fence?.name ?? 'a geofence';
  switch (condition.kind) {
    case 'overspeed': {
      if (value === null) return null;
      return condition.limitKph === null
        ? speed(value, reader)
        : `${speed(value, reader)}, the limit is ${speed(condition.limitKph, reader)}`;
    }
    case 'overStay':
      return `stands for ${span(condition.afterS)}`;
    case 'idling':
      return `idles for ${span(condition.afterS)}`;
    case 'geofenceEnter':
      return `entered ${fenceName}`;
    case 'geofenceExit':
      return `left ${fenceName}`;
    case 'geofenceDwell':
      return `in ${fenceName} for ${span(condition.afterS)}`;
    case 'noData':
      return `silent for ${span(value === null ? condition.afterS : value * 60)}`;
    case 'device':
      return about && codeWords(about);
    case 'unauthorisedMovement':
      return 'drives outside its hours';
    case 'tow':
      return 'moves with its engine off';
    case 'temperature':
      return value === null ? null : `${decimal(value)} °C`;
    case 'lowBattery':
      return `battery below ${decimal(condition.belowPercent)}%`;
    case 'fuelDrop':
      return value === null ? null : `${decimal(Math.abs(value))} l less fuel`;
    case 'routeDeviation':
      return 'off its route';
    case 'driverWithoutTag':
      return 'nobody signed in with a tag';
  }
  return condition satisfies never;
}

function speed(kph: number, { units }: Reader): string {
  return units === 'imperial' ? `${Math.round(kph / KM_PER_MILE)} mph` : `${Math.round(kph)} km/h`;
}

/** Seconds to "40 s", "12 min", "1 h 04 min", "3 d 2 h". */
export function span(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  if (minutes === 0) return `${Math.floor(seconds)} s`;
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
  return hours % 24 === 0 ? `${Math.floor(hours / 24)} d` : `${Math.floor(hours / 24)} d ${hours % 24} h`;
}

const decimal = (value: number) => String(Math.round(value * 10) / 10);

/** `hardBraking` is "hard braking"; abbreviations stay. */
const codeWords = (code: string) =>
  code === 'sos' ? 'SOS' : code.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();

function momentOf(at: Date, { timeZone }: Reader): string {
  return new Intl.DateTimeFormat('en-GB', {
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
