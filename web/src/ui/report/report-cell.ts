import type { ColumnKind, ReportCell } from '@milepost/contract/report-columns';
import type { ReportGroup } from '@milepost/contract/report-kinds';
import type { ReportColumn } from '@milepost/contract/report-operations';
import type { TFunction } from 'i18next';
import {
  distanceUnitM,
  distanceUnit,
  formatDate,
  formatDayAndClock,
  formatDecimal,
  formatDistance,
  formatDuration,
  formatNumber,
  formatSpeedAndUnit,
  withUnit,
} from '../../text/format.ts';
import { formatMoney } from '../../text/money.ts';
import { formatMonth } from '../../text/months.ts';

const MISSING = '–';

const TEXTS: ReadonlySet<ColumnKind> = new Set(['place', 'vehicle', 'driver', 'group', 'text', 'choice']);

export const isNumeric = (kind: ColumnKind): boolean =>
  !TEXTS.has(kind) && kind !== 'moment' && kind !== 'day' && kind !== 'month';

/** A value of a report as text. */
export function cellText(
  { kind, choices }: Pick<ReportColumn, 'kind' | 'choices'>,
  cell: ReportCell,
  currency: string,
): string {
  if (cell === null) return MISSING;
  if (typeof cell === 'number') return numberText(kind, cell, currency);
  switch (kind) {
    case 'moment':
      return formatDayAndClock(cell);
    case 'day':
      return formatDate(cell);
    case 'month':
      return formatMonth(`${cell}-01`);
    case 'choice':
      return choices?.[cell] ?? cell;
    default:
      return cell;
  }
}

/** A number of a kind with its unit. */
export function numberText(kind: ColumnKind, value: number, currency: string): string {
  switch (kind) {
    case 'duration':
      return formatDuration(value);
    case 'distance':
      return formatDistance(value);
    case 'speed':
      return formatSpeedAndUnit(value);
    case 'money':
      return formatMoney(value, currency);
    case 'share':
      return `${formatDecimal(value * 100)}%`;
    case 'count':
      return formatNumber(value);
    case 'volume':
      return `${formatDecimal(value)} L`;
    case 'economy':
      return withUnit(formatDecimal((value * distanceUnitM()) / 1000), `L/100 ${distanceUnit()}`);
    default:
      return formatDecimal(value);
  }
}

/** The group of rows, as text. */
export function groupText(t: TFunction, by: ReportGroup, label: ReportCell): string {
  if (label === null || label === '') return t(`reports.no-group.${by}`);
  const text = String(label);
  if (by === 'day') return formatDate(text);
  if (by === 'week') return t('reports.week-of', { day: formatDate(text) });
  return by === 'month' ? formatMonth(`${text}-01`) : text;
}
