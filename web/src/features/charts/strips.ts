import type { NormalRange } from '../../ui/sensor/normal-range.ts';
import { fieldName } from '../../ui/telemetry/field-name.ts';
import type { CallOutput } from '../../api/call.ts';

export type Series = CallOutput<'get-telemetry-series'>;
type Kind = CallOutput<'get-telemetry-keys'>['keys'][number]['kind'];

/** [epoch milliseconds, value]; null breaks the line. */
export type Point = [at: number, value: number | null];

export interface StripLine {
  vehicleId: number;
  key: string;
  /** True for a line of another day, drawn below the range's own. */
  compared: boolean;
  points: Point[];
}

/** Lines that share a value axis, below the previous strip. */
export interface Strip {
  /** The unit that they share, or the attribute if there is none. */
  id: string;
  keys: string[];
  kind: Kind;
  /** The distance from the top of the chart in pixels, and the height of the strip. */
  top: number;
  height: number;
  lines: StripLine[];
  /** The normal range of its sensor. */
  normal?: NormalRange;
}

/** The units whose attributes have similar magnitudes, so that they can share an axis. */
const SHARED = new Set<string>(['Kph', 'V', 'A', 'C', 'L', 'Percent', 'Rpm']);
const NUMBER_PX = 132;
const FLAG_PX = 12;
/** The room for the name above each strip, and for the times below the last. */
const NAME_PX = 24;
const AXIS_PX = 24;

/** The axis of an attribute: shared by attributes of the same unit, otherwise its own. */
export function axisOf(key: string): string {
  if (key === 'speed') return 'Kph';
  const { unit } = fieldName(key);
  return unit !== null && SHARED.has(unit) ? unit : key;
}

/** The strips of a chart, one below the other, in the order of the attributes. */
export function stripsOf(
  keys: readonly { key: string; kind: Kind; sensor?: NormalRange | undefined }[],
  series: Series,
  compared: { series: Series; move: (ms: number) => number } | null,
): Strip[] {
  const byAxis = Map.groupBy(keys, ({ key, kind }) => (kind === 'flag' ? key : axisOf(key)));
  let top = 0;
  return [...byAxis].map(([id, ofAxis]) => {
    const names = ofAxis.map(({ key }) => key);
    const kind = ofAxis[0]?.kind ?? 'number';
    const lines = [
      ...linesOf(series, names, (ms) => ms, false),
      ...(compared ? linesOf(compared.series, names, compared.move, true) : []),
    ];
    const height = kind === 'flag' ? FLAG_PX * Math.max(1, lines.length) : NUMBER_PX;
    const normal = kind === 'number' ? ofAxis[0]?.sensor : undefined;
    const strip = { id, keys: names, kind, top: top + NAME_PX, height, lines, ...(normal && { normal }) };
    top = strip.top + height;
    return strip;
  });
}

export const chartHeight = (strips: readonly Strip[]): number => {
  const last = strips.at(-1);
  return last ? last.top + last.height + AXIS_PX : 0;
};

const linesOf = (
  { lines, vehicles, stepS }: Series,
  keys: readonly string[],
  move: (ms: number) => number,
  compared: boolean,
): StripLine[] =>
  keys.flatMap((key) =>
    lines
      .filter((line) => line.key === key)
      .map((line) => {
        const gaps = vehicles.find(({ vehicleId }) => vehicleId === line.vehicleId)?.holes ?? [];
        return { vehicleId: line.vehicleId, key, compared, points: pointsOf(line, gaps, (stepS ?? 0) * 1000, move) };
      }),
  );

/**
 * The minimum and maximum of each step, so that no peak is lost; each single value if there are no steps. The line
 * breaks at gaps, and where moved times go back: an hour that occurs twice.
 */
export function pointsOf(
  { times, lows, highs }: Pick<Series['lines'][number], 'times' | 'lows' | 'highs'>,
  gaps: readonly (readonly [number, number])[],
  stepMs: number,
  move: (ms: number) => number = (ms) => ms,
): Point[] {
  const points: Point[] = [];
  let gapIndex = 0;
  for (const [index, time] of times.entries()) {
    const [low, high] = [lows[index], highs[index]];
    if (low === undefined || high === undefined) continue;
    const before = points.at(-1);
    while (gapIndex < gaps.length && (gaps[gapIndex]?.[1] ?? 0) <= (times[index - 1] ?? -Infinity)) gapIndex++;
    const broken = (gaps[gapIndex]?.[1] ?? Infinity) <= time;
    const at = move(time);
    if (before && (broken || at < before[0])) points.push([before[0], null]);
    points.push([at + stepMs / 4, low]);
    if (high !== low || stepMs > 0) points.push([at + (stepMs * 3) / 4, high]);
  }
  return points;
}

/**
 * The minimum and maximum of a line around a moment: of its step, otherwise of the previous value, but not across a
 * gap.
 */
export function valuesAt(
  { times, lows, highs }: Pick<Series['lines'][number], 'times' | 'lows' | 'highs'>,
  ms: number,
  stepMs: number,
  gaps: readonly (readonly [number, number])[],
): [number, number] | null {
  let [first, last] = [0, times.length];
  while (first < last) {
    const middle = (first + last) >> 1;
    if ((times[middle] ?? Infinity) <= ms) first = middle + 1;
    else last = middle;
  }
  const time = times[first - 1];
  const [low, high] = [lows[first - 1], highs[first - 1]];
  if (time === undefined || low === undefined || high === undefined) return null;
  const isInGap = gaps.some(([from, to]) => ms > Math.max(from, time + stepMs) && ms < to);
  const isOver = first === times.length && ms > time + Math.max(stepMs, END_MS);
  return isInGap || isOver ? null : [low, high];
}

/** The last value remains valid for this long. */
const END_MS = 300_000;
