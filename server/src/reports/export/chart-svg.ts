import type { ReportChart } from '@milepost/contract/report-routes';
import { inLanguage, type Language, LOCALES, textFor } from '../../texts/text.ts';
import { xmlText } from '../../track-files/fix-text.ts';
import { cellText, headText } from '../formats/cell-text.ts';
import type { FileColumn, ReportFile } from '../formats/report-file.ts';

/** Over a whole page, and beside a map: drawn smaller, its letters could not be read. */
const WIDE = 720;
const NARROW = 400;
const HEIGHT = 184;
const LEFT = 8;
const TOP = 18;
/** A few bars do not fill the page. */
const WIDEST_BAR = 56;
const BOTTOM = 26;
/** What a name under a bar takes, and the value over it. */
const NAME_WIDTH = 58;
const VALUE_WIDTH = 48;
const NAME_LETTERS = 12;
/** How wide a letter of a name is at most, by and large. */
const LETTER = 5.5;

type How = Pick<ReportFile, 'language' | 'timeZone' | 'units' | 'currency'>;

/**
 * The chart of a report as bars, for paper, and its title, which is no part of the drawing; null where there is nothing to compare.
 * @param column what it shows; null: how many rows, whose name is `rows`
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
    ? chart.by !== 'month' && how.language === 'hi'
      ? dayText(how)
      : cellText({ key: '', label: '', kind: chart.by === 'month' ? 'month' : 'day' }, how)
    : (label: string | number | null) => String(label ?? '–');
  const text = textIn(how.language);
  // The name of a bar at the edge stays on the page.
  const under = (middle: number, words: string) => {
    const half = (words.length * LETTER) / 2;
    return text(Math.min(Math.max(middle, half), across - half), HEIGHT - BOTTOM + 13, words);
  };
  const names = points.map(({ label }) => (timed ? name(label) : shortened(name(label))));
  const step = (across - 2 * LEFT) / points.length;
  const every = Math.ceil(nameWidth(names, step) / step);
  const valued = step >= VALUE_WIDTH;
  const foot = HEIGHT - BOTTOM;
  // Time runs the way the page is read.
  const place = (at: number) => LEFT + step * (how.language === 'ar' ? points.length - 1 - at : at);
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
  // A report that begins with the least shows these.
  const rising = (points[0]?.value ?? 0) < (points.at(-1)?.value ?? 0);
  const these = textFor(rising ? 'report-lowest' : 'report-highest', {
    shown: points.length,
    total: chart.pointsTotal,
  });
  const cut = chart.pointsTotal > points.length ? [inLanguage(how.language, these)] : [];
  // Where no bar says its value, the highest one does.
  const measure = valued ? shown : `${shown} (0–${value(most)})`;
  return {
    title: [measure, how.by, ...cut].join(' · '),
    svg: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${across} ${HEIGHT}"><line x1="${LEFT}" y1="${foot}" x2="${across - LEFT}" y2="${foot}" stroke="#d0d5dd"/>${bars.join('')}</svg>`,
  };
}

/** What each name takes: the first and last move inwards to stay on the page, and must not reach the ones beside them. */
function nameWidth(names: string[], step: number): number {
  const longest = Math.max(...names.map(({ length }) => length)) * LETTER;
  return Math.max(NAME_WIDTH, longest + Math.max(0, longest / 2 - LEFT - step / 2));
}

/** Days in digits: drawings set marks of Devanagari beside their letters, where the text around them does not. */
const dayText = ({ language }: How) => {
  const format = new Intl.DateTimeFormat(LOCALES[language], { dateStyle: 'short', timeZone: 'UTC' });
  return (label: string | number | null) => (label === null ? '–' : format.format(new Date(`${label}T00:00:00Z`)));
};

/** Letters of a script are joined within one font alone: what is put together of two falls apart. */
const FONTS: Record<Language, string> = { en: 'Noto Sans', hi: 'Noto Sans Devanagari', ar: 'Vazirmatn' };

/** A name may be in a script of its own, whatever the language of the reader is. */
const fontOf = (words: string, language: Language) =>
  /\p{Script=Arabic}/u.test(words)
    ? FONTS.ar
    : /\p{Script=Devanagari}/u.test(words)
      ? FONTS.hi
      : /\p{Script=Latin}/u.test(words)
        ? FONTS.en
        : FONTS[language];

const QUIET = 'text-anchor="middle" fill="#475467"';
const textIn = (language: Language) => (x: number, y: number, words: string) =>
  `<text x="${round(x)}" y="${round(y)}" font-family="${fontOf(words, language)}" font-size="9" ${QUIET}>${xmlText(words.replaceAll(DIRECTIONS, ''))}</text>`;

/** Marks of direction in a day: a drawing runs from left to right, where they would turn its parts round. */
const DIRECTIONS = /[\u200E\u200F\u061C]/g;

const round = (value: number) => Math.round(value * 10) / 10;

const LETTERS = new Intl.Segmenter();

function shortened(name: string): string {
  // A letter of Devanagari with its marks is one.
  const letters = Array.from(LETTERS.segment(name), ({ segment }) => segment);
  return letters.length <= NAME_LETTERS ? name : `${letters.slice(0, NAME_LETTERS - 1).join('')}…`;
}
