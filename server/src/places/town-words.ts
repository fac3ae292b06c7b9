import type { LabelledSpot } from '@milepost/city/map-file/name-reader';
import { nameIn, type Names } from '@milepost/city/map-file/naming-layouts';
import type { NearTown, Town } from '@milepost/city/towns';
import { KM_PER_MILE } from '@milepost/contract/constants';
import { type Language, traitsOf } from '@milepost/contract/languages';
import { UNIT_WORDS } from '../texts/names.ts';
import { inEach } from '../texts/server-texts.ts';
import { inLanguage, textFor } from '../texts/text.ts';

/** The reader of an address. */
export interface PlaceReader {
  language: Language;
  units: 'metric' | 'imperial';
  /** The session to notify when an address becomes known that was not yet; nobody is notified without one. */
  sessionId?: number | null;
}

/** A point closer than this to its centre is in the town. */
const AT_TOWN_M = 1000;
/** Two towns closer than this are in the same region, except at its border. */
const SAME_REGION_M = 15_000;

/**
 * Formats a point by the nearest town: "4 km NE of Igatpuri, Maharashtra, India", "Mitte, Berlin, Germany". Arabic
 * names where Arabic is spoken, otherwise the Latin names of the source; countries in the reader's language.
 */
export function townWords({ town, section, distanceM, bearingDeg }: NearTown, reader: PlaceReader): string {
  const { language } = reader;
  if (section) return joined([nameOf(section, language), nameOf(town, language), countryOf(town, language)], language);
  const name = townName(town, language);
  if (distanceM < AT_TOWN_M) return name;
  const direction = inLanguage(language, textFor(DIRECTIONS[Math.round(bearingDeg / 45) % 8] ?? 'direction-n'));
  return inLanguage(
    language,
    textFor('place-near', { distance: distanceWords(distanceM, reader), direction, town: name }),
  );
}

/** "Sharanpur Road 4, Ganjamal, Nashik" from a map file; when that has no town, the nearest one. */
export function spotWords(
  { street, number, part, town }: LabelledSpot,
  near: NearTown | null,
  reader: PlaceReader,
): string {
  const { language } = reader;
  const name = (names: Names | null) => names && nameIn(names, language);
  const first = [name(street), number].filter((one) => one).join(' ');
  // The part of the town is sufficient when the file has no town around the point.
  const byTowns = near && (near.inside ? nameOf(near.town, language) : part ? '' : townWords(near, reader));
  return joined([first, name(part) ?? '', name(town) ?? byTowns ?? ''], language);
}

/** A town of a map file: "Nashik, Maharashtra, India", the last two from the nearest known town. */
export function regionWords(names: Names, near: NearTown | null, { language }: PlaceReader): string {
  const known = near && near.distanceM < SAME_REGION_M ? near.town : null;
  const own: Town = {
    name: nameIn(names, language),
    arabicName: null,
    region: known?.region ?? '',
    country: known?.country ?? '',
  };
  return townName(own, language);
}

/** "Igatpuri, Maharashtra, India"; without a region that has the name of the town. */
export function townName(town: Town, language: Language): string {
  const name = nameOf(town, language);
  const region = language === 'ar' && town.arabicName !== null ? '' : town.region;
  return joined([name, region.startsWith(town.name) ? '' : region, countryOf(town, language)], language);
}

const nameOf = ({ name, arabicName }: Town, language: Language): string =>
  language === 'ar' && arabicName !== null ? arabicName : name;

/** A city that is a country is named once. */
const joined = (parts: readonly string[], language: Language): string =>
  [...new Set(parts.filter((part) => part !== ''))].join(traitsOf(language).comma);

function countryOf({ country }: Town, language: Language): string {
  if (country === '') return '';
  const known = COUNTRIES[language].of(country);
  return known === undefined || known === country ? '' : known;
}

function distanceWords(metres: number, { language, units }: PlaceReader): string {
  const { kilometre, mile } = UNIT_WORDS[language];
  const value = metres / 1000 / (units === 'imperial' ? KM_PER_MILE : 1);
  return `${Math.max(1, Math.round(value)).toLocaleString(traitsOf(language).locale)} ${units === 'imperial' ? mile : kilometre}`;
}

/** Clockwise from north. */
const DIRECTIONS = [
  'direction-n',
  'direction-ne',
  'direction-e',
  'direction-se',
  'direction-s',
  'direction-sw',
  'direction-w',
  'direction-nw',
] as const;

const countries = (language: Language) =>
  new Intl.DisplayNames(traitsOf(language).locale, { type: 'region', fallback: 'code' });
const COUNTRIES = inEach((_texts, language) => countries(language));
