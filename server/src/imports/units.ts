import { plain } from './detect-columns.ts';
import type { CellColumn } from './import-descriptor.ts';
import { readNumber, type ThreeDigits } from './read-number.ts';
import { unitWords } from './words-in-files.ts';

/** The value of a written unit in the field's unit, by its word; null when the word stands for several units. */
type Factors = Readonly<Record<string, number | null>>;

const MILE_KM = 1.609_344;
const US_GALLON_L = 3.785_411_784;
const IMPERIAL_GALLON_L = 4.546_09;

/**
 * Keyed by `plain` words. Exact factors: international yard and pound agreement of 1959, UK Weights and Measures Act
 * 1985.
 */
const UNITS = {
  km: {
    ...same(['km', 'kms', 'kilometre', 'kilometres', 'kilometer', 'kilometers', 'км']),
    mi: MILE_KM,
    mile: MILE_KM,
    miles: MILE_KM,
    meilen: MILE_KM,
    m: 0.001,
    meter: 0.001,
    metres: 0.001,
    tkm: 1000,
    thkm: 1000,
  },
  l: {
    ...same(['l', 'lt', 'ltr', 'ltrs', 'lit', 'liter', 'liters', 'litre', 'litres', 'litros', 'litro', 'л']),
    ml: 0.001,
    cl: 0.01,
    hl: 100,
    m3: 1000,
    cbm: 1000,
    gal: null,
    gallon: null,
    gallons: null,
    gallonen: null,
    usgal: US_GALLON_L,
    galus: US_GALLON_L,
    usgallon: US_GALLON_L,
    usgallons: US_GALLON_L,
    impgal: IMPERIAL_GALLON_L,
    galimp: IMPERIAL_GALLON_L,
    ukgal: IMPERIAL_GALLON_L,
    imperialgallons: IMPERIAL_GALLON_L,
  },
  kg: {
    ...same(['kg', 'kgs', 'kilo', 'kilos', 'kilogram', 'kilograms', 'kilogramm', 'кг']),
    g: 0.001,
    t: 1000,
    to: 1000,
    tonne: 1000,
    tonnes: 1000,
    tonnen: 1000,
    mt: 1000,
    т: 1000,
    q: 100,
    quintal: 100,

    ton: null,
    tons: null,
    lb: 0.453_592_37,
    lbs: 0.453_592_37,
    pounds: 0.453_592_37,
  },
  m3: {
    ...same(['m3', 'cbm', 'kubikmeter', 'м3']),
    l: 0.001,
    liter: 0.001,
    litres: 0.001,
    cuft: 0.028_316_846_592,
  },
  m: {
    ...same(['m', 'mtr', 'mtrs', 'metre', 'metres', 'meter', 'meters', 'metros', 'м']),
    km: 1000,
    cm: 0.01,
    ft: 0.3048,
    feet: 0.3048,
    yd: 0.9144,
    yards: 0.9144,
    mi: MILE_KM * 1000,
    miles: MILE_KM * 1000,
  },
  min: {
    ...same(['min', 'mins', 'minute', 'minutes', 'minuten', 'minutos', 'm', 'мин']),
    h: 60,
    hr: 60,
    hrs: 60,
    hour: 60,
    hours: 60,
    std: 60,
    stunde: 60,
    stunden: 60,
    hora: 60,
    horas: 60,
    heure: 60,

    heures: 60,
    s: 1 / 60,
    sec: 1 / 60,
    sek: 1 / 60,
    seconds: 1 / 60,
  },
  h: {
    ...same(['h', 'hr', 'hrs', 'hour', 'hours', 'std', 'stunde', 'stunden', 'bh', 'horas', 'hora', 'heures', 'ч']),
    min: 1 / 60,
    mins: 1 / 60,
    minutes: 1 / 60,
    minuten: 1 / 60,
    d: 24,
    days: 24,
    tage: 24,
  },
  d: {
    ...same(['d', 'day', 'days', 'tag', 'tage', 'días', 'dias', 'dia', 'jour', 'jours', 'дней', 'дня', 'день']),
    week: 7,
    weeks: 7,
    woche: 7,
    wochen: 7,
    semanas: 7,
    semaines: 7,
  },
  months: {
    ...same(['mo', 'mon', 'month', 'months', 'monat', 'monate', 'mes', 'meses', 'mois', 'мес']),
    y: 12,
    yr: 12,
    yrs: 12,
    year: 12,
    years: 12,
    jahr: 12,
    jahre: 12,
    año: 12,
    años: 12,
    an: 12,
    ans: 12,
  },
  'l/100km': same(['l100km', 'l100', 'ltr100km', 'liter100km', 'litres100km', 'л100км']),
  'l/h': {
    ...same(['lh', 'lph', 'ltrh', 'literh', 'litreshour', 'lstd']),
    mlh: 0.001,
    galh: null,
    gph: null,
  },
  'a week': same(
    [
      'x',
      'mal',
      'times',
      'aweek',
      'perweek',
      'week',
      'wk',
      'woche',
      'prowoche',
      'xwoche',
      'xweek',
      'xaweek',
      'xperweek',
      'xprowoche',
    ].concat(['timesaweek', 'timesperweek', 'malprowoche', 'visitsaweek', 'visits', 'besuche']),
  ),
  pieces: same(['pcs', 'pc', 'pieces', 'stk', 'stück', 'crates', 'kisten', 'cajas', 'caisses', 'caixas', 'шт']),
} satisfies Record<string, Factors>;
export type Unit = keyof typeof UNITS;

function same(words: readonly string[]): Record<string, number> {
  return Object.fromEntries(words.map((word) => [plain(word), 1]));
}

/** The words of each unit, normalised. */
const FACTORS = new Map(
  Object.entries<Factors>(UNITS).map(([unit, words]) => [
    unit,
    new Map([...Object.entries(words), ...unitWords(unit)].map(([word, factor]) => [plain(word), factor])),
  ]),
);
/** Words shorter than this are not recognised as a unit in a heading without brackets, as in "Load t". */
const MIN_HEADING_WORD = 2;
/** The maximum length of a quantity, since the regular expressions are for short strings. */
const MAX_LETTERS = 60;
/** Text beyond this in a heading is no unit: a heading may be as long as a cell. */
const MAX_HEADING = 200;
/** The precision of a converted value: three decimals. */
const PLACES = 1000;

export type Measured = { number: number } | { unit: string } | { none: true };

/**
 * Reads a quantity with or without its unit: `80 L`, `1,5 t`, `2468 km`, `1 h 30 min`, `0:10`. Without one, the
 * heading's applies, then the field's.
 * @returns `unit` when a unit is unknown or ambiguous
 */
export function readMeasured(
  text: string,
  unit: Unit,
  three?: ThreeDigits,
  { heading = '', mark }: CellColumn = {},
): Measured {
  if (text.length > MAX_LETTERS) return { none: true };
  const clock = unit === 'min' || unit === 'h' ? readDuration(text) : null;
  if (clock !== null) return { number: rounded(unit === 'h' ? clock / 60 : clock) };
  const [, digits = '', rest = ''] = /^([+−–-]?\s*[\p{Nd}.,٫٬][\p{Nd}\s.,'’٫٬]*)(.*)$/su.exec(text.trim()) ?? [];
  const number = readNumber(digits.trim(), three, mark);
  if (number === null) return { none: true };
  const word = rest.replace(/\([^)]*\)\s*$/u, '').trim();
  const factor = word === '' ? headingFactor(heading, unit) : factorOf(word, unit);
  if (factor === undefined || factor === null) return { unit: word || heading };
  return { number: factor === 1 ? number : rounded(number * factor) };
}

const rounded = (number: number) => Math.round(number * PLACES) / PLACES;

const factorOf = (word: string, unit: Unit): number | null | undefined => FACTORS.get(unit)?.get(plain(word));

/**
 * The factor of the unit in brackets, after "in", or at the end of a heading: "Odometer (mi)", "Mileage in miles",
 * "Tank gal".
 */
function headingFactor(whole: string, unit: Unit): number | null {
  const heading = whole.slice(0, MAX_HEADING);
  const [, bracketed] = /[([]([^()[\]]+)[)\]]/u.exec(heading) ?? [];
  const last = heading.trim().split(/\s+/u).slice(1).at(-1) ?? '';
  const words = [bracketed ?? '', last.length >= MIN_HEADING_WORD ? last : ''];
  for (const word of words) {
    const factor = word === '' ? undefined : factorOf(word, unit);
    if (factor !== undefined) return factor;
  }
  return 1;
}

const HOURS = '(?:h|hrs?|hours?|std|stunden?|horas?|heures?)';
const CLOCK = new RegExp(`^(\\d{1,6}):(\\d{2})(?::\\d{2})?\\s*${HOURS}?\\.?$`, 'i');
/** The form in which a workbook returns a cell that contains only a time of day. */
const DAY_ZERO = /^(?:1899-12-3[01]|1900-01-0[01])[ T](\d{2}):(\d{2})/;
const WORDS = new RegExp(
  `^(\\d{1,6})\\s*${HOURS}\\.?\\s*(\\d{1,2})\\s*(?:m|mins?|minutes?|minuten|minutos)?\\.?$`,
  'i',
);

/** Minutes of `1:30`, `1 h 30 min`, `1h30`. */
function readDuration(text: string): number | null {
  const [, hours, minutes] = CLOCK.exec(text) ?? DAY_ZERO.exec(text) ?? WORDS.exec(text) ?? [];
  return hours === undefined || Number(minutes) > 59 ? null : Number(hours) * 60 + Number(minutes);
}
