import type { ReportChart } from '@milepost/contract/report-operations';
import { type Language, traitsOf } from '@milepost/contract/languages';
import { inLanguage, textFor } from '../../texts/text.ts';
import { xmlText } from '../../track-files/fix-text.ts';
import { cellText, headText } from '../formats/cell-text.ts';
import type { FileColumn, ReportFile } from '../formats/report-file.ts';

/** Over a whole page, and next to a map: drawn smaller, its letters would be unreadable. */
const WIDE = 720;
const NARROW = 400;
const HEIGHT = 184;
const LEFT = 8;
const TOP = 18;
/** The widest bar, since a few bars should not fill the page. */
const WIDEST_BAR = 56;
const BOTTOM = 26;
/** The width of a name under a bar, and of the value above it. */
const NAME_WIDTH = 58;
const VALUE_WIDTH = 48;
const NAME_LETTERS = 12;
/** The approximate width of a letter of a name, at most. */
const LETTER = 5.5;

type How = Pick<ReportFile, 'language' | 'timeZone' | 'units' | 'currency'>;

/**
 * The chart of a report as bars, for paper, with its title, which is not part of the drawing; null when there is
 * nothing to compare.
 * @param column the column shown; null for the number of rows, whose label is `rows`
 */
export function chartSvg(
  chart: ReportChart,
  column: FileColumn | null,
  rows: string,
  how: How & { by: string; beside?: boolean },
): { svg: string; title: string } | null {
  const { points } = chart;
  const across = how.beside ? NARROW : WIDE;
  const most = Math.max(0, ...points.map(({ value }) => value ?? 0));
  if (points.length < 2 || most <= 0) return null;
  const value = cellText(column ?? { key: '', label: '', kind: 'count' }, how);
  const timed = chart.by === 'day' || chart.by === 'week' || chart.by === 'month';
  const name = timed
    ? chart.by !== 'month' && scriptOf(how.language) === 'Deva'
      ? dayText(how)
      : cellText({ key: '', label: '', kind: chart.by === 'month' ? 'month' : 'day' }, how)
    : (label: string | number | null) => String(label ?? '–');
  const text = textIn(how.language);
  // The name of a bar at the edge stays within the page.
  const under = (middle: number, words: string) => {
    const half = (words.length * LETTER) / 2;
    return text(Math.min(Math.max(middle, half), across - half), HEIGHT - BOTTOM + 13, words);
  };
  const names = points.map(({ label }) => (timed ? name(label) : shortened(name(label))));
  const step = (across - 2 * LEFT) / points.length;
  const every = Math.ceil(nameWidth(names, step) / step);
  const valued = step >= VALUE_WIDTH;
  const foot = HEIGHT - BOTTOM;
  // Time runs in the reading direction.
  const place = (at: number) =>
    LEFT + step * (traitsOf(how.language).direction === 'rtl' ? points.length - 1 - at : at);
  const bars = points.flatMap((point, at) => {
    const height = ((point.value ?? 0) / most) * (foot - TOP);
    const middle = place(at) + step / 2;
    const width = Math.min(step * 0.7, WIDEST_BAR);
    const bar = `<rect x="${round(middle - width / 2)}" y="${round(foot - height)}" width="${round(width)}" height="${round(height)}" fill="#2e6fdb"/>`;
    return [
      bar,
      ...(at % every === 0 ? [under(middle, names[at] ?? '')] : []),
      ...(valued && point.value !== null ? [text(middle, foot - height - 4, value(point.value))] : []),
    ];
  });
  const shown = column === null ? rows : headText(column, how);
  // A report that sorts ascending charts the lowest values.
  const rising = (points[0]?.value ?? 0) < (points.at(-1)?.value ?? 0);
  const these = textFor(rising ? 'report-lowest' : 'report-highest', {
    shown: points.length,
    total: chart.pointsTotal,
  });
  const cut = chart.pointsTotal > points.length ? [inLanguage(how.language, these)] : [];
  // When the bars have no values, the title gives the highest one.
  const measure = valued ? shown : `${shown} (0–${value(most)})`;
  return {
    title: [measure, how.by, ...cut].join(' · '),
    svg: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${across} ${HEIGHT}"><line x1="${LEFT}" y1="${foot}" x2="${across - LEFT}" y2="${foot}" stroke="#d0d5dd"/>${bars.join('')}</svg>`,
  };
}

/**
 * The width available to each name: the first and last move inwards to stay on the page, and must not overlap their
 * neighbours.
 */
function nameWidth(names: string[], step: number): number {
  const longest = Math.max(...names.map(({ length }) => length)) * LETTER;
  return Math.max(NAME_WIDTH, longest + Math.max(0, longest / 2 - LEFT - step / 2));
}

/** Days in digits, because drawings misplace the vowel signs of Devanagari, unlike the surrounding text. */
const dayText = ({ language }: How) => {
  const format = new Intl.DateTimeFormat(traitsOf(language).locale, { dateStyle: 'short', timeZone: 'UTC' });
  return (label: string | number | null) => (label === null ? '–' : format.format(new Date(`${label}T00:00:00Z`)));
};

/** One font per script: letters are joined only within a single font. */
const FONTS = { Latn: 'Noto Sans', Deva: 'Noto Sans Devanagari', Arab: 'Vazirmatn' };
type Script = keyof typeof FONTS;

const isScript = (script: string | undefined): script is Script => script !== undefined && Object.hasOwn(FONTS, script);
function scriptOf(language: Language): Script {
  const { script } = new Intl.Locale(language).maximize();
  return isScript(script) ? script : 'Latn';
}

/** A name may be in a script of its own, whatever the reader's language is. */
const fontOf = (words: string, language: Language) =>
  /\p{Script=Arabic}/u.test(words)
    ? FONTS.Arab
    : /\p{Script=Devanagari}/u.test(words)
      ? FONTS.Deva
      : /\p{Script=Latin}/u.test(words)
        ? FONTS.Latn
        : FONTS[scriptOf(language)];

const QUIET = 'text-anchor="middle" fill="#475467"';
const textIn = (language: Language) => (x: number, y: number, words: string) =>
  `<text x="${round(x)}" y="${round(y)}" font-family="${fontOf(words, language)}" font-size="9" ${QUIET}>${xmlText(words.replaceAll(DIRECTIONS, ''))}</text>`;

/** Direction marks in a date: a drawing runs from left to right, and they would reverse its parts. */
const DIRECTIONS = /[\u200E\u200F\u061C]/g;

const round = (value: number) => Math.round(value * 10) / 10;

const LETTERS = new Intl.Segmenter();

function shortened(name: string): string {
  // A Devanagari letter with its marks counts as one.
  const letters = Array.from(LETTERS.segment(name), ({ segment }) => segment);
  return letters.length <= NAME_LETTERS ? name : `${letters.slice(0, NAME_LETTERS - 1).join('')}…`;
}
