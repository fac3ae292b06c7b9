import { ChosenInstant } from '@milepost/contract/common';
import { fault, type FaultLike } from '@milepost/contract/fault';
import { MAX_REPORT_DAYS, type ReportPreset } from '@milepost/contract/report-kinds';
import type { ReportParams } from '@milepost/contract/report-operations';
import { fieldError } from '../errors.ts';
import { addDays, dayCount, type DayRange, mondayOf } from '../store/dashboard/day-range.ts';
import { momentsOf, readOwnClock } from '../store/dashboard/own-clock.ts';
import type { Queryable } from '../store/database.ts';
import { readGroupSpans } from '../store/fleet/group-spans.ts';
import type { Caller } from '../store/people/callers.ts';
import { type OwnParameter, ownParameters, type Report } from './report.ts';
import { parseReportHours } from './hours-sql.ts';
import { type ResolvedParams, chosenIn } from './report-query.ts';
import { groupingsOf, columnOfKind } from './group-sql.ts';
import { type Choice, isSortable } from './rows-sql.ts';

const FIRST_DAY = '1970-01-01';
const LAST_DAY = '2999-12-31';

/** The days of a named range as of `today`; weeks begin on Monday. */
export function daysOf(range: ReportPreset, today: string): DayRange {
  const firstOfMonth = `${today.slice(0, 8)}01`;
  const monday = mondayOf(today);
  switch (range) {
    case 'ever':
      return { from: FIRST_DAY, to: LAST_DAY };
    case 'today':
      return { from: today, to: today };
    case 'yesterday':
      return { from: addDays(today, -1), to: addDays(today, -1) };
    case 'this-week':
      return { from: monday, to: today };
    case 'last-week':
      return { from: addDays(monday, -7), to: addDays(monday, -1) };
    case 'last-7':
      return { from: addDays(today, -6), to: today };
    case 'last-30':
      return { from: addDays(today, -29), to: today };
    case 'this-month':
      return { from: firstOfMonth, to: today };
    case 'last-month': {
      const last = addDays(firstOfMonth, -1);
      return { from: `${last.slice(0, 8)}01`, to: last };
    }
  }
}

const refused = (field: string, given: FaultLike) => fieldError('invalid', { [field]: given });

/** @throws AppError `invalid` for days that are no range, or more than 400 */
function chosenDays({ range, from, to }: ReportParams): DayRange | null {
  if (from === undefined && to === undefined && range !== 'own') return null;
  if (from === undefined) throw refused('from', 'choose-day');
  if (to === undefined) throw refused('to', 'choose-day');
  if (from < FIRST_DAY) throw refused('from', 'choose-later-day');
  if (to > LAST_DAY) throw refused('to', 'choose-earlier-day');
  if (to < from) throw refused('to', 'not-before-start');
  if (dayCount({ from, to }) > MAX_REPORT_DAYS) {
    throw refused('to', fault('choose-most-days', { most: MAX_REPORT_DAYS }));
  }
  return { from, to };
}

/** A threshold closer to 0 means nothing to a person and is too small to calculate with. */
const MIN_OWN = 0.001;

/**
 * The effective values of the report's own parameters: the chosen one where it is valid, otherwise the default.
 * @throws AppError `invalid` for a number that is nearly 0
 */
function ownOf(report: Report, chosen: ReportParams['own'] = {}): Record<string, string | number> {
  return Object.fromEntries(
    ownParameters(report).map((one) => {
      const value = Object.hasOwn(chosen, one.key) ? chosen[one.key] : undefined;
      return [one.key, (value === undefined ? undefined : fitting(one, value)) ?? one.value];
    }),
  );
}

/** A value in the form of the parameter; undefined when it is not valid. */
function fitting(one: OwnParameter, value: string | number): string | number | undefined {
  switch (one.kind) {
    case 'choice':
      return one.choices.find((choice) => choice === String(value));
    case 'choices':
      return one.choices.filter((choice) => chosenIn(value).includes(choice)).join('.');
    case 'text':
      return String(value);
    case 'moment':
      return ChosenInstant.safeParse(value).success ? String(value) : undefined;
    case 'hours':
      return parseReportHours(value) === null ? undefined : String(value);
    default:
      if (typeof value !== 'number') return undefined;
      if (value < 0 && one.negative !== true) return undefined;
      if (value !== 0 && Math.abs(value) < MIN_OWN) {
        throw refused(`own.${one.key}`, fault('zero-or-at-least', { least: MIN_OWN }));
      }
      return value;
  }
}

/** True when the source reads each row as belonging to one vehicle, so that it can have the group of that time. */
export const hasGroupsOfThen = (report: Report): boolean => {
  const group = columnOfKind(report, 'group');
  if (report.range === null || group === undefined || report.late?.keys.includes(group.key) === true) return false;
  return columnOfKind(report, 'vehicle') !== undefined;
};

/**
 * Completes the parameters of a report with defaults.
 * @throws AppError `invalid` for an impossible range
 */
export async function resolveParams(
  db: Queryable,
  report: Report,
  params: ReportParams,
  { caller: { scope, userId }, now }: { caller: Caller; now: Date },
): Promise<ResolvedParams & { preset: ReportPreset | null }> {
  const { timeZone, today } = await readOwnClock(db, scope, now);
  const chosen = chosenDays(params);
  const rangeName = params.range === 'own' ? undefined : params.range;
  if (rangeName === 'ever' && report.range !== null && report.ever !== true) {
    throw refused('from', fault('choose-most-days', { most: MAX_REPORT_DAYS }));
  }
  const preset = report.range === null || chosen ? null : (rangeName ?? report.range);
  const byGroup = params.group === 'group' || params.only?.by === 'group' || (params.groupIds ?? []).length > 0;
  const days = report.range === null ? null : (chosen ?? daysOf(preset ?? report.range, today));
  return {
    scope,
    range: days && { ...days, ...(await momentsOf(db, days, timeZone)) },
    preset,
    timeZone,
    now,
    vehicleIds: params.vehicleIds ?? [],
    groupIds: params.groupIds ?? [],
    vehicleTypes: params.vehicleTypes ?? [],
    driverIds: params.driverIds ?? [],
    fenceIds: params.fenceIds ?? [],
    ruleIds: params.ruleIds ?? [],
    search: params.search ?? '',
    userId,
    groupSpans:
      days !== null && byGroup && hasGroupsOfThen(report)
        ? await readGroupSpans(db, scope, { range: days, timeZone })
        : [],
    own: ownOf(report, params.own),
    worked: (await report.worked?.(db, { scope })) ?? [],
  };
}

/**
 * The grouping, filter and sorting of the rows; values that the report does not support (any more) count as omitted.
 */
export function choiceOf(report: Report, { group, subtotals, only, sort, direction }: ReportParams): Choice {
  const groupings = groupingsOf(report);
  const sorted = report.columns.find((column) => column.key === sort && isSortable(column));
  const grouped = group !== undefined && groupings.includes(group);
  return {
    group: grouped ? group : null,
    subtotals: grouped && subtotals === true,
    only: only !== undefined && groupings.includes(only.by) ? only : null,
    sort: sorted?.key ?? report.sort,
    direction: sorted ? (direction ?? 'asc') : (direction ?? report.direction ?? 'asc'),
  };
}
