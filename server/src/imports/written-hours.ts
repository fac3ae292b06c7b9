import { readOpeningHours, writeOpeningHours } from '@milepost/contract/opening-hours';
import { latinDigits } from '@milepost/contract/written-number';
import { plain } from './detect-columns.ts';
import { LANGUAGES } from './languages.ts';
import { wordsInFiles } from './words-in-files.ts';

const DAYS = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'] as const;
/** The maximum length of opening hours, since the regular expressions are for short strings. */
const MAX_LETTERS = 300;
/** A Monday. */
const MONDAY = Date.UTC(2024, 0, 1);
const DAY_MS = 86_400_000;
const ALL_DAYS = new Set(
  ['daily', 'every day', 'all days', 'täglich', 'tgl', 'todos los días', 'diario', 'tous les jours', 'diariamente']
    .concat(['tutti i giorni', 'dagelijks', 'codziennie', 'ежедневно'], wordsInFiles('everyDay'))
    .map((word) => plain(word)),
);
const CLOSED = new Set(
  ['closed', 'off', 'geschlossen', 'zu', 'ruhetag', 'cerrado', 'fermé', 'fechado', 'chiuso', 'gesloten', 'zamknięte']
    .concat(['закрыто'], wordsInFiles('closed'))
    .map((word) => plain(word)),
);
const ROUND_THE_CLOCK = new Set(
  ['247', '24h', '24hours', '24stunden', '24std', '24horas'].concat(wordsInFiles('roundTheClock')),
);

/** The weekdays in one language: in full, as programs abbreviate them, and their first two and three letters. */
function daysOf(locale: string): Map<string, number> {
  const found = new Map<string, number | null>();
  const put = (word: string, day: number) => {
    const key = plain(word);
    // Segunda and sexta begin with the same letter.
    found.set(key, found.has(key) && found.get(key) !== day ? null : day);
  };
  for (const weekday of ['long', 'short'] as const) {
    const format = new Intl.DateTimeFormat(locale, { weekday, timeZone: 'UTC' });
    for (const [day] of DAYS.entries()) {
      const name = format.format(MONDAY + day * DAY_MS);
      put(name, day);
      if (weekday === 'long') for (const length of [2, 3]) put(name.slice(0, length), day);
    }
  }
  return new Map([...found].flatMap(([word, day]) => (day === null ? [] : [[word, day]])));
}

let languages: Map<string, number>[] | undefined;

/**
 * Weekly hours as people write them in many languages, converted to the format of `readOpeningHours`: `Mo-Fr 9-18`,
 * `Mon to Fri 9am-6pm`, `täglich 8–20 Uhr`, `Lun-Ven 9h-12h30 / 14h-18h`. Null when it is none, or when it means other
 * days in another language.
 */
export function readWrittenHours(written: string): string | null {
  if (written.length > MAX_LETTERS) return null;
  const text = singleBlanks(written);
  const plainly = readOpeningHours(text);
  if (plainly) return writeOpeningHours(plainly);
  if (ROUND_THE_CLOCK.has(plain(text))) return normal('24/7');
  if (CLOSED.has(plain(text))) return normal('off');
  languages ??= LANGUAGES.map((locale) => daysOf(locale));
  const timed = timedRules(text);
  const readings = new Set(languages.flatMap((days) => normal(translated(timed, days)) ?? []));
  return readings.size === 1 ? ([...readings][0] ?? null) : null;
}

/**
 * The regular expressions would backtrack over every split of a run of spaces: for three hundred that takes seconds.
 */
const singleBlanks = (text: string): string =>
  text
    .replaceAll(/[^\S\n]+/gu, ' ')
    .replaceAll(/ ?\n[ \n]*/gu, '\n')
    .trim();

function normal(text: string | null): string | null {
  const hours = text === null ? null : readOpeningHours(text);
  return hours && writeOpeningHours(hours);
}

const TIME =
  /(?<!\d)(\d{1,2})(?:\s*[:.h]\s*(\d{2}))?(?:\s*:\d{2})?\s*(?:uhr|hrs?|h)?\s*(am|pm|a\.m\.|p\.m\.)?(?![\p{L}\d])/giu;

/** The rules of a text, with their times in the format of `readOpeningHours`. */
const timedRules = (text: string): string[] =>
  latinDigits(text)
    .replaceAll(/[\u2010-\u2015−~]/gu, '-')
    .replaceAll(TIME, (_all, hour: string, minutes = '00', half?: string) => clock(Number(hour), minutes, half))
    .replaceAll(/(?<=[\p{L}\d.]\s*)\s(?:to|till|until|through|bis|a|al|à|au|até|do|tot|-)\s(?=\s*[\p{L}\d])/giu, '-')
    .replaceAll(/\b(?:from|von|de|ab)\s+(?=\d)/giu, '')
    .replaceAll(/\s(?:and|und|y|et|e|en|i|&|u\.)\s/giu, ',')
    .replaceAll(/[&+]/gu, ',')
    .replaceAll(/\s*\/\s*/gu, ',')
    .replaceAll(/[\n|]/gu, ';')
    // A comma after times and before a day begins the next rule.
    .replaceAll(/(?<=\d\s*)[,\s](?=\s*\p{L})/gu, ';')
    .replaceAll(/uhr/giu, '')
    .split(';')
    .map(singleBlanks)
    .filter((rule) => rule !== '');

/** The same with the weekdays of `readOpeningHours`; null when a word is not in this language. */
function translated(timed: readonly string[], days: ReadonlyMap<string, number>): string | null {
  const rules: string[] = [];
  for (const rule of timed) {
    const [, dayText = '', timeText = ''] = /^([^\d]*?)\s*:?\s*(\d.*)?$/su.exec(rule) ?? [];
    const [names, isClosed] = withoutClosed(dayText);
    const parsed = ALL_DAYS.has(plain(names)) ? 'Mo-Su' : parseDays(names, days);
    if (parsed === null || (timeText === '' && !isClosed)) return null;
    rules.push(`${parsed} ${isClosed ? 'off' : timeText}`);
  }
  return rules.join('; ');
}

function clock(hour: number, minutes: string, half: string | undefined): string {
  const isAfternoon = half?.toLowerCase().startsWith('p') === true;
  const isMorning = half?.toLowerCase().startsWith('a') === true;
  const whole = isAfternoon && hour < 12 ? hour + 12 : isMorning && hour === 12 ? 0 : hour;
  return `${String(whole).padStart(2, '0')}:${minutes}`;
}

/** The days of "Sunday closed". */
function withoutClosed(text: string): [names: string, isClosed: boolean] {
  const words = text.trim().split(/[\s:]+/u);
  const isClosed = CLOSED.has(plain(words.at(-1) ?? ''));
  return [(isClosed ? words.slice(0, -1) : words).join(' '), isClosed];
}

function parseDays(text: string, days: ReadonlyMap<string, number>): string | null {
  if (text.trim() === '') return '';
  const parts = text.split(/[,\s]+(?!\s*-)(?<!-\s*)/u).filter((part) => part.trim() !== '');
  const parsed = parts.map((part) => {
    const found = part.split('-').map((word) => days.get(plain(word)));
    return found.some((day) => day === undefined) ? null : found.map((day) => DAYS[day ?? 0]).join('-');
  });
  return parsed.includes(null) ? null : parsed.join(',');
}
