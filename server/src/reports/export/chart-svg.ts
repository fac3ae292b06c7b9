import type { ReportChart } from '@milepost/contract/report-routes';
import { xmlText } from '../../track-files/fix-text.ts';
import { cellText, headText } from '../formats/cell-text.ts';
import type { FileColumn, ReportFile } from '../formats/report-file.ts';

const WIDTH = 720;
const HEIGHT = 200;
const LEFT = 8;
const TOP = 22;
const BOTTOM = 26;
/** Names under the bars that fit beside each other. */
const MOST_NAMES = 12;
const NAME_LETTERS = 12;

type How = Pick<ReportFile, 'language' | 'timeZone' | 'units' | 'currency'>;

/**
 * The chart of a report as bars, for paper; null where there is nothing to compare.
 * @param column what it shows; null: how many rows, whose name is `rows`
 */
export function chartSvg(
  chart: ReportChart,
  column: FileColumn | null,
  rows: string,
  how: How,
): { svg: string } | null {
  const { points } = chart;
  const most = Math.max(0, ...points.map(({ value }) => value ?? 0));
  if (points.length < 2 || most <= 0) return null;
  const value = cellText(column ?? { key: '', label: '', kind: 'count' }, how);
  const timed = chart.by === 'day' || chart.by === 'week' || chart.by === 'month';
  const name = timed
    ? cellText({ key: '', label: '', kind: chart.by === 'month' ? 'month' : 'day' }, how)
    : (label: string | number | null) => String(label ?? '–');
  const step = (WIDTH - 2 * LEFT) / points.length;
  const every = Math.ceil(points.length / MOST_NAMES);
  const foot = HEIGHT - BOTTOM;
  // Time runs the way the page is read.
  const place = (at: number) => LEFT + step * (how.language === 'ar' ? points.length - 1 - at : at);
  const bars = points.flatMap((point, at) => {
    const height = ((point.value ?? 0) / most) * (foot - TOP);
    const middle = place(at) + step / 2;
    const bar = `<rect x="${round(place(at) + step * 0.15)}" y="${round(foot - height)}" width="${round(step * 0.7)}" height="${round(height)}" fill="#2e6fdb"/>`;
    return [
      bar,
      ...(at % every === 0 ? [text(middle, foot + 13, shortened(name(point.label)))] : []),
      ...(points.length <= MOST_NAMES && point.value !== null
        ? [text(middle, foot - height - 4, value(point.value))]
        : []),
    ];
  });
  const title = column === null ? rows : headText(column, how);
  const end = how.language === 'ar' ? WIDTH - LEFT : LEFT;
  const head = text(
    end,
    10,
    `${title} (≤ ${value(most)})`,
    `text-anchor="${how.language === 'ar' ? 'end' : 'start'}" fill="#101828"`,
  );
  return {
    svg: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}">${head}<line x1="${LEFT}" y1="${foot}" x2="${WIDTH - LEFT}" y2="${foot}" stroke="#d0d5dd"/>${bars.join('')}</svg>`,
  };
}

const QUIET = 'text-anchor="middle" fill="#475467"';
const text = (x: number, y: number, said: string, how = QUIET) =>
  `<text x="${round(x)}" y="${round(y)}" font-family="Noto Sans" font-size="9" ${how}>${xmlText(said)}</text>`;

const round = (value: number) => Math.round(value * 10) / 10;

function shortened(name: string): string {
  const letters = Array.from(name);
  return letters.length <= NAME_LETTERS ? name : `${letters.slice(0, NAME_LETTERS - 1).join('')}…`;
}
