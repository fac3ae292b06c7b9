import type { ReportRange } from '@milepost/contract/report-kinds';
import { readOwnClock } from '../../store/dashboard/own-clock.ts';
import type { DayRange } from '../../store/dashboard/day-range.ts';
import type { Queryable } from '../../store/database.ts';
import type { Scope } from '../../store/scope.ts';
import { daysOf } from '../resolve-params.ts';
import type { ReportDocument } from '../document.ts';

/** The same day of the previous year; 28 February for 29 February. */
export function yearBefore(day: string): string {
  const before = `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`;
  return before.endsWith('-02-29') ? before.replace(/29$/, '28') : before;
}

interface RunDays {
  range: ReportRange | null;
  yearBefore: boolean;
  dueAt: Date;
}

/**
 * The days of a scheduled execution, as of the day on which it was due, however late it is made: last week is the same
 * week. Null for a report of the present, or without bounds. All sections of a saved report get the same days.
 */
export async function daysOfRun(
  db: Queryable,
  { sections, params }: ReportDocument,
  scope: Scope,
  request: RunDays,
): Promise<DayRange | null> {
  const first = sections.map(({ report }) => report.range).find((range) => range !== null) ?? null;
  if (first === null) return null;
  if (request.range === null && params.range === 'ever') return null;
  const { today } = await readOwnClock(db, scope, request.dueAt);
  const rangeName = params.range === 'own' ? undefined : params.range;
  const days = params.from !== undefined && params.to !== undefined ? { from: params.from, to: params.to } : null;
  const { from, to } = (request.range === null ? days : null) ?? daysOf(request.range ?? rangeName ?? first, today);
  return request.yearBefore ? { from: yearBefore(from), to: yearBefore(to) } : { from, to };
}
