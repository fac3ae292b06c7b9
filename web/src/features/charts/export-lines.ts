import type { SeriesKey } from '@milepost/contract/history-operations';
import type { TFunction } from 'i18next';
import { drawnSensorValue, isOfSensor } from '../../ui/sensor/series-text.ts';
import { fieldLabel } from '../../ui/telemetry/field-name.ts';
import { axisOf, type Series } from './strips.ts';
import { axisStep, axisUnit } from './value-text.ts';

/** The cells of a line at a time: the value, or the minimum and maximum of a step. */
export interface ExportLine {
  /** The label of the columns, without minimum or maximum. */
  label: string;
  line: Series['lines'][number];
  /** The text of a sensor value that is on or off; null or omitted for a number. */
  word?: ((value: number) => string) | null;
}

/** A line with its name and its values in the person's units. */
export function exportLine(line: Series['lines'][number], one: SeriesKey, vehicle: string, t: TFunction): ExportLine {
  const isState = one.kind === 'flag' && isOfSensor(one);
  const [step, unit] = [axisStep(line.key), axisUnit(axisOf(line.key))];
  const inUnit = (value: number) => value / step;
  return {
    label: `${vehicle} ${fieldLabel(t, line.key)}${unit === '' ? '' : ` (${unit})`}`,
    line: { ...line, lows: line.lows.map(inUnit), highs: line.highs.map(inUnit) },
    word: isState ? (value) => drawnSensorValue(t, one, value) : null,
  };
}

/** A row of a file: a time (ISO 8601), and the minimum and maximum of each line. */
export interface ExportRow {
  time: string;
  values: readonly (readonly [number, number] | null)[];
}

/** The drawn lines as rows, one for each time of any line, in order of time. */
export function exportRows(lines: readonly ExportLine[]): ExportRow[] {
  const rows = new Map<number, ([number, number] | null)[]>();
  for (const [column, { line }] of lines.entries()) {
    for (const [index, time] of line.times.entries()) {
      const row = rows.get(time) ?? lines.map(() => null);
      rows.set(time, row);
      const [low, high] = [line.lows[index], line.highs[index]];
      if (low !== undefined && high !== undefined) row[column] = [low, high];
    }
  }
  return [...rows]
    .toSorted(([a], [b]) => a - b)
    .map(([time, values]) => ({ time: new Date(time).toISOString(), values }));
}

interface Words {
  time: string;
  least: (label: string) => string;
  greatest: (label: string) => string;
}

const at =
  (column: number, which: 0 | 1, word: ExportLine['word'] = null) =>
  (row: ExportRow) => {
    const value = row.values[column]?.[which] ?? null;
    return value === null || word === null ? value : word(value);
  };

/** The columns of the file: one value for each line without steps, otherwise its minimum and maximum. */
export function exportColumns(lines: readonly ExportLine[], words: Words) {
  return [
    { label: words.time, value: ({ time }: ExportRow) => time },
    ...lines.flatMap(({ label, line, word }, column) =>
      line.lows.every((low, index) => low === line.highs[index])
        ? [{ label, value: at(column, 0, word) }]
        : [
            { label: words.least(label), value: at(column, 0, word) },
            { label: words.greatest(label), value: at(column, 1, word) },
          ],
    ),
  ];
}
