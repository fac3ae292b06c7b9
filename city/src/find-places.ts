import type { PlacesFile, Suburb } from './gazetteer-build.ts';
import { elementAt } from './at.ts';
import { distanceM } from './distance.ts';
import { folded } from './folded.ts';

/** A street or a suburb with its name. */
export interface LabelledPlace {
  /** In the format of `placeAt`: "Av. Italia, Buceo". */
  name: string;
  lat: number;
  lon: number;
}

interface LabelledFeature {
  name: string;
  /** The name in the form used for comparison. */
  plain: string;
}

/** A suburb is known only by its middle; people assign a street that passes this near to it. */
const NEAR_SUBURB_M = 1500;
/** The most words in a suburb's name. */
const MAX_SUBURB_WORDS = 4;
/** The city of the file and its country are redundant in an address. */
const CITY = new Set(['montevideo', 'uruguay', 'uy']);
/** Kinds of streets and titles, as in the file and as entered by people. */
const SHORT_FORMS: Record<string, string> = {
  avenida: 'av',
  avda: 'av',
  ave: 'av',
  camino: 'cno',
  cmno: 'cno',
  bulevar: 'bvar',
  boulevard: 'bvar',
  blvd: 'bvar',
  bvard: 'bvar',
  bv: 'bvar',
  br: 'bvar',
  general: 'gral',
  doctor: 'dr',
  doctora: 'dra',
  coronel: 'cnel',
  capitan: 'cap',
  ingeniero: 'ing',
  tte: 'teniente',
  prof: 'profesor',
  arq: 'arquitecto',
  pje: 'pasaje',
  psje: 'pasaje',
};

const plainOf = (text: string): string =>
  folded(text)
    .split(' ')
    .map((word) => SHORT_FORMS[word] ?? word)
    .join(' ');
const isNumber = (word: string): boolean => /^\d+[a-z]?$/.test(word);
const withoutLastNumbers = (text: string): string => text.replace(/( \d+[a-z]?)+$/, '');
const withoutNumbers = (text: string): string =>
  text
    .split(' ')
    .filter((word) => !isNumber(word))
    .join(' ');

/**
 * Finds streets and suburbs whose name contains the query, suburbs first: "italia", "Avenida Italia 2500, Buceo", "av
 * italia buceo". The suburb of a street may follow it, with or without a comma. The file has no house numbers: a number
 * leads to its street. A street is one result for each suburb that it crosses.
 *
 * @param placeAt names coordinates in words
 */
export function placeFinder(file: PlacesFile, placeAt: (lat: number, lon: number) => string | null) {
  let names: LabelledFeature[] | null = null;
  let suburbs: (Suburb & LabelledFeature)[] = [];
  const prepare = (): LabelledFeature[] => {
    if (names) return names;
    suburbs = file.suburbs.map((suburb) => ({ ...suburb, plain: plainOf(suburb.name) }));
    return (names = file.names.map((name) => ({ name, plain: plainOf(name) })));
  };

  /** Returns the lines of streets whose name contains the text, the shortest name first: it is the likeliest match. */
  const linesOf = (street: string): (readonly number[])[] => {
    const all = prepare();
    const length = (road: readonly number[]) => elementAt(all, elementAt(road, 0)).name.length;
    return file.roads
      .filter((road) => elementAt(all, elementAt(road, 0)).plain.includes(street))
      .toSorted((a, b) => length(a) - length(b));
  };

  const anywhere = (street: string, most: number): LabelledPlace[] => {
    const found = new Map<string, LabelledPlace>();
    prepare();
    for (const { name, plain, lat, lon } of suburbs) if (plain.includes(street)) found.set(name, { name, lat, lon });
    for (const road of linesOf(street)) {
      if (found.size >= most) break;
      const { lat, lon } = middle(road);
      const name = placeAt(lat, lon);
      // The middle of a short piece may be nearer to another street.
      if (name === null || !plainOf(name).includes(street)) continue;
      if (!found.has(name)) found.set(name, { name, lat, lon });
    }
    return [...found.values()];
  };

  const inSuburbs = (street: string, within: readonly Suburb[]): LabelledPlace[] => {
    const best = new Map<string, LabelledPlace & { metres: number }>();
    for (const road of linesOf(street)) {
      for (const suburb of within) {
        const near = nearest(road, suburb);
        const name = `${elementAt(file.names, elementAt(road, 0))}, ${suburb.name}`;
        if (near.metres <= NEAR_SUBURB_M && near.metres < (best.get(name)?.metres ?? Infinity)) {
          best.set(name, { name, ...near });
        }
      }
    }
    return Array.from(best.values(), ({ name, lat, lon }) => ({ name, lat, lon }));
  };

  /** Yields interpretations of the query, the most literal first. */
  function* readings(typed: string): Generator<{ street: string; within: Suburb[] | null }> {
    const [street = '', ...rest] = typed.split(',').map(plainOf);
    const areas = rest.map(withoutNumbers).filter((area) => area !== '' && !CITY.has(area));
    // "18 de Julio 1234": first the number at the end is dropped, then all numbers.
    const forms = [...new Set([street, withoutLastNumbers(street), withoutNumbers(street)])].filter(
      (form) => form !== '',
    );
    prepare();
    if (areas.length > 0) {
      const within = suburbs.filter(({ plain }) => areas.some((area) => plain.includes(area)));
      for (const form of forms) yield { street: form, within };
      return;
    }
    for (const form of forms) yield { street: form, within: null };
    for (const form of forms) {
      const words = form.split(' ').filter((word) => !CITY.has(word));
      if (words.join(' ') !== form) yield { street: words.join(' '), within: null };
      for (let count = 1; count <= MAX_SUBURB_WORDS && count < words.length; count += 1) {
        const suburb = words.slice(-count).join(' ');
        const within = suburbs.filter(({ plain }) => plain.startsWith(suburb));
        if (within.length > 0) yield { street: words.slice(0, -count).join(' '), within };
      }
    }
  }

  return (typed: string, most: number): LabelledPlace[] => {
    for (const { street, within } of readings(typed)) {
      const found = street === '' ? [] : within ? inSuburbs(street, within) : anywhere(street, most);
      if (found.length > 0) return found.slice(0, most);
    }
    return [];
  };
}

/**
 * Returns the point of a line of the file that is nearest to the coordinates: one of its corners, or between two of
 * them.
 */
function nearest(road: readonly number[], to: { lat: number; lon: number }) {
  const narrow = Math.cos((to.lat * Math.PI) / 180);
  let [lat, lon] = [elementAt(road, 1) / 1e6, elementAt(road, 2) / 1e6];
  let best = { lat, lon, metres: distanceM(lat, lon, to.lat, to.lon) };
  for (let step = 3; step + 1 < road.length; step += 2) {
    const [dLat, dLon] = [elementAt(road, step) / 1e6, elementAt(road, step + 1) / 1e6];
    const square = dLat ** 2 + (dLon * narrow) ** 2;
    const along = square === 0 ? 0 : ((to.lat - lat) * dLat + (to.lon - lon) * dLon * narrow ** 2) / square;
    const part = Math.max(0, Math.min(1, along));
    const point = { lat: lat + part * dLat, lon: lon + part * dLon };
    const metres = distanceM(point.lat, point.lon, to.lat, to.lon);
    if (metres < best.metres) best = { ...point, metres };
    [lat, lon] = [lat + dLat, lon + dLon];
  }
  return best;
}

/** Returns the point in the middle of a line of the file. */
function middle(road: readonly number[]): { lat: number; lon: number } {
  let [lat, lon] = [elementAt(road, 1), elementAt(road, 2)];
  const half = (road.length - 3) / 4;
  for (let step = 0; step < half; step += 1) {
    const part = Math.min(1, half - step);
    lat += part * elementAt(road, 3 + 2 * step);
    lon += part * elementAt(road, 4 + 2 * step);
  }
  return { lat: lat / 1e6, lon: lon / 1e6 };
}
