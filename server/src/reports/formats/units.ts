import { KM_PER_MILE } from '@milepost/contract/constants';
import { decimalsOf } from '@milepost/contract/money';
import type { ColumnKind } from '@milepost/contract/report-columns';
import { UNIT_WORDS, type UnitWord } from '../../texts/names.ts';
import type { FileColumn, ReportFile } from './report-file.ts';

type How = Pick<ReportFile, 'language' | 'units' | 'currency' | 'timeZone'>;

/** The divisor that converts a cell to the unit in its column heading. */
export function divisorOf(kind: ColumnKind, { units, currency }: How): number {
  switch (kind) {
    case 'distance':
      return units === 'miles' ? KM_PER_MILE * 1000 : 1000;
    case 'speed':
      return units === 'miles' ? KM_PER_MILE : 1;
    case 'economy':
      return units === 'miles' ? 1 / KM_PER_MILE : 1;
    case 'money':
      return 10 ** decimalsOf(currency);
    default:
      return 1;
  }
}

const UNITS: Record<How['units'], Partial<Record<ColumnKind, UnitWord>>> = {
  metric: { distance: 'kilometre', speed: 'kph', volume: 'litre', economy: 'litresPer100Km' },
  miles: { distance: 'mile', speed: 'mph', volume: 'litre', economy: 'litresPer100Miles' },
};

/** The unit of a column's numbers in words; null when it has none. */
export function unitOf(kind: ColumnKind, { language, units, currency }: How): string | null {
  if (kind === 'money') return currency;
  const unit = UNITS[units][kind];
  return unit === undefined ? null : UNIT_WORDS[language][unit];
}

/**
 * The heading of a column whose cells are plain numbers and local times: with the unit, and the time zone of moments.
 */
export function headOf({ label, kind }: FileColumn, how: How): string {
  const of = kind === 'moment' ? how.timeZone : unitOf(kind, how);
  return of === null ? label : `${label} (${of})`;
}

/** Kinds whose cells are numbers, which are aligned to the end of their column. */
export const NUMERIC: ReadonlySet<ColumnKind> = new Set([
  'duration',
  'distance',
  'speed',
  'volume',
  'economy',
  'money',
  'share',
  'count',
  'number',
]);
