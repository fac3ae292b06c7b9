import type { RunSums } from '@milepost/contract/run-day-operations';
import type { StopFigure } from '@milepost/contract/run-day-kinds';
import { formatDecimal, formatDistance, formatDuration, formatNumber } from '../../text/format.ts';

/** The figures of runs in display order; their labels and formulas are in the texts under `runs.figure`. */
export const RUN_FIGURES = [
  'adherence',
  'planned',
  'visited',
  'missed',
  'unknown',
  'unplanned',
  'late',
  'on-time',
  'coverage',
  'sequence',
  'per-drop',
  'drops-an-hour',
  'dwell',
  'driven',
  'load-fill',
  'returns',
  'strike',
  'temperature',
] as const;
export type RunFigure = (typeof RUN_FIGURES)[number];

type Sums = RunSums & { due?: number; covered?: number };
/** The sums behind adherence: of a run, a day, or a territory's part of it. */
type AdherenceSums = Pick<RunSums, 'planned' | 'visited' | 'missed' | 'unknown'>;

const share = (part: number, whole: number): number | null => (whole > 0 ? part / whole : null);
const drops = ({ visited, unplanned }: Sums) => visited + unplanned;

/**
 * Visited stops / planned stops with a known outcome. Null until the first stop was visited or missed: a stop that
 * somebody skipped in advance says nothing about the day. The server's reports use the same formula.
 */
const adherenceOf = ({ planned, visited, missed, unknown }: AdherenceSums): number | null =>
  visited + missed > 0 ? share(visited, planned - unknown) : null;

/** The value of a figure: a share from 0 to 1, a number, metres or seconds; null if the divisor is zero. */
export const valueOf: Record<RunFigure, (sums: Sums) => number | null> = {
  adherence: adherenceOf,
  planned: ({ planned }) => planned,
  visited: ({ visited }) => visited,
  missed: ({ missed }) => missed,
  unknown: ({ unknown }) => unknown,
  unplanned: ({ unplanned }) => unplanned,
  late: ({ late }) => late,
  'on-time': ({ onTime, windows }) => share(onTime, windows),
  coverage: ({ due = 0, covered = 0 }) => share(covered, due),
  sequence: ({ inSequence, visited }) => share(inSequence, visited),
  'per-drop': ({ drivenM, dropsDriven }) => share(drivenM, dropsDriven),
  'drops-an-hour': (sums) => share(drops(sums), sums.lastedS / 3600),
  dwell: (sums) => share(sums.stoodS, drops(sums)),
  driven: ({ drivenM, plannedM }) => share(drivenM, plannedM),
  'load-fill': ({ fill, filled }) => share(fill, filled),
  returns: ({ returned, delivered }) => share(returned, delivered),
  strike: ({ sold, soldOf }) => share(sold, soldOf),
  temperature: ({ cold, coldOf }) => share(cold, coldOf),
};

const percent = (value: number) => `${formatNumber(value * 100)} %`;

/** The format of each value. */
export const textOf: Record<RunFigure, (value: number) => string> = {
  adherence: percent,
  planned: formatNumber,
  visited: formatNumber,
  missed: formatNumber,
  unknown: formatNumber,
  unplanned: formatNumber,
  late: formatNumber,
  'on-time': percent,
  coverage: percent,
  sequence: percent,
  'per-drop': formatDistance,
  'drops-an-hour': formatDecimal,
  dwell: formatDuration,
  driven: percent,
  'load-fill': percent,
  returns: percent,
  strike: percent,
  temperature: percent,
};

/** Adherence as text; a dash if it is not known yet. */
export function adherenceText(sums: AdherenceSums): string {
  const value = adherenceOf(sums);
  return value === null ? '–' : textOf.adherence(value);
}

/** The value of a figure as text; a dash if there is none. */
export function figureText(figure: RunFigure, sums: Sums | undefined): string {
  const value = sums && valueOf[figure](sums);
  return value === null || value === undefined ? '–' : textOf[figure](value);
}

/** The stops behind a figure; figures without them are sums of distances and times. */
export const BEHIND: Partial<Record<RunFigure, StopFigure>> = {
  adherence: 'unvisited',
  planned: 'planned',
  visited: 'visited',
  missed: 'missed',
  unknown: 'unknown',
  unplanned: 'unplanned',
  late: 'late',
  'on-time': 'on-time',
  coverage: 'visited',
  sequence: 'visited',
  'per-drop': 'visited',
  'drops-an-hour': 'visited',
  dwell: 'visited',
  driven: 'planned',
  'load-fill': 'planned',
  returns: 'returned',
  strike: 'sold',
  temperature: 'visited',
};
