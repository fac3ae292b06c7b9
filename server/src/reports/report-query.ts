import type { VehicleType } from '@milepost/contract/vehicle-operations';
import { parseReportHours, withinHoursSql } from './hours-sql.ts';
import { andSeenFence } from '../store/common-records.ts';
import type { GroupSpan } from '../store/fleet/group-spans.ts';
import { andSeen, type Scope } from '../store/scope.ts';
import { everyWordIn, searchPatterns } from '../store/search/every-word.ts';

/** The parameters of a report, completed with defaults and with invalid values removed. */
export interface ResolvedParams {
  scope: Scope;
  /** The first and last day in the zone, both included, with their begin and end; null for a report of the present. */
  range: { from: string; to: string; start: Date; end: Date } | null;
  timeZone: string;
  now: Date;
  /** Empty for all. */
  vehicleIds: readonly number[];
  groupIds: readonly number[];
  vehicleTypes: readonly VehicleType[];
  driverIds: readonly number[];
  fenceIds: readonly number[];
  ruleIds: readonly number[];
  /** Empty for everything. */
  search: string;
  /** The requesting person. */
  userId: number;
  /**
   * Vehicles that were in another group than now on some of the days, when the report is grouped by group; otherwise
   * empty. Null when there are too many to split the range: then all count in their present group.
   */
  groupSpans: readonly GroupSpan[] | null;
  own: Readonly<Record<string, string | number>>;
  /** The result of the report's `worked`; empty for other reports. */
  worked: readonly object[];
}

/**
 * The building blocks from which the source of a report writes its SQL. Every value becomes a parameter of the
 * statement; each function returns its placeholder, such as `$3::timestamptz`.
 */
export interface ReportQuery {
  scope: Scope;
  /** The beginning of the range, and its end, which is excluded. */
  from: string;
  to: string;
  /** Its first and last day, and the zone whose midnights bound them. */
  firstDay: string;
  lastDay: string;
  zone: string;
  now: string;
  /** A condition on a vehicle by its alias: visible to the caller, and among those chosen by name, group and type. */
  subjectSql: (vehicle: string) => string;
  /**
   * ` AND …` for the chosen vehicles, groups and types only, for use with `organisation` when a row may belong to no
   * vehicle.
   */
  chosen: (vehicle: string) => string;
  /** A condition on an amount's currency: that of the caller's organisation, which money columns use. */
  ownCurrency: (currency: string) => string;
  /** The same for rows that belong to an organisation but to no vehicle, by the SQL for the organisation's id. */
  organisation: (id: string) => string;
  /** A condition on a geofence by its alias: visible to the caller, and among those chosen. */
  fences: (fence: string) => string;
  /** The same regardless of the choice, for the name of a geofence in a row about something else. */
  fenceSeen: (fence: string) => string;
  /** ` AND …` for the chosen alarm rules, by the SQL for a rule's id; requires `rules: true`. */
  rules: (id: string) => string;
  /** ` AND …` for the search words in these texts; requires `searched: true`. */
  searched: (...fields: string[]) => string;
  /** The requesting person, as the SQL for an id. */
  me: string;
  /** The value of a threshold of the report, of a choice, of several choices (an array), and of a text. */
  number: (key: string) => string;
  choice: (key: string) => string;
  choices: (key: string) => string;
  text: (key: string) => string;
  /** The report's rows that code calculated, as JSON. */
  worked: string;
  /** A moment; null when none was chosen. */
  moment: (key: string) => string;
  /**
   * The rows of several queries, each with all columns that rows can be sorted by. For a page, each query returns at
   * most as many rows as the page can show, through its own indexes.
   */
  union: (queries: readonly string[]) => string;
}

/** A statement under construction, which numbers its values. */
export class Statement {
  readonly values: unknown[] = [];
  readonly #places = new Map<string, string>();

  /** The placeholder of a value under a name; the same name returns the same placeholder. */
  bind(name: string, value: unknown, type: string): string {
    const known = this.#places.get(name);
    if (known !== undefined) return known;
    this.values.push(value);
    const place = `$${this.values.length}::${type}`;
    this.#places.set(name, place);
    return place;
  }
}

/** The selected keys of a multiple choice. */
export const chosenIn = (value: string | number): string[] =>
  String(value)
    .split('.')
    .filter((key) => key !== '');

/** Some vehicles, and the days of a range in which each was in one group. */
interface Part {
  /** The suffix of its parameters' names. */
  name: string;
  vehicleIds: readonly number[];
  groupIds: readonly (number | null)[];
  range: NonNullable<ResolvedParams['range']>;
}

/** Groups the spans by their days, each with all vehicles that share them. */
function partsOf({ groupSpans, range }: ResolvedParams): Part[] {
  if (range === null || groupSpans === null) return [];
  const byDays = Map.groupBy(groupSpans, ({ from, to }) => `${from} ${to}`);
  return [...byDays.values()].flatMap((spans, index) => {
    const [first] = spans;
    if (!first) return [];
    const { from, to } = first;
    return {
      name: `.${index}`,
      vehicleIds: spans.map(({ vehicleId }) => vehicleId),
      groupIds: spans.map(({ groupId }) => groupId),
      range: {
        from,
        to,
        start: from === range.from ? range.start : first.start,
        end: to === range.to ? range.end : first.end,
      },
    };
  });
}

type Each = { first: string } | { added: (rows: string) => string } | null;

/**
 * The source's SQL for the parameters. Vehicles that were in other groups are queried separately, for the days that
 * each was in one, so that their rows are cut at the change and have the group of that time.
 * @param span the columns of a row's beginning and end, which hours of the day filter
 * @param each a wrapper for each query of a union, or for the single query of any other source; null for all rows
 * unchanged
 * @throws Error when the source does not restrict its rows to a scope
 */
export function sourceSql(
  source: (query: ReportQuery) => string,
  resolved: ResolvedParams,
  statement: Statement,
  each: Each = null,
  span: { time?: string; end?: string } = {},
): string {
  const parts = partsOf(resolved);
  const all = partSql(source, { params: resolved, statement, each, span, part: null });
  // A source without vehicles has no groups.
  if (parts.length === 0 || !all.ofVehicles) return all.sql;
  const others = parts.map((part) => partSql(source, { params: resolved, statement, each, span, part }).sql);
  return [all.sql, ...others].map((one) => `(${one})`).join(' UNION ALL ');
}

interface PartParams {
  params: ResolvedParams;
  statement: Statement;
  each: Each;
  span: { time?: string; end?: string };
  /** Null for all vehicles that are in no part. */
  part: Part | null;
}

function partSql(
  source: (query: ReportQuery) => string,
  { params: resolved, statement, each, span, part }: PartParams,
): { sql: string; ofVehicles: boolean } {
  const { scope, own } = resolved;
  const range = part?.range ?? resolved.range;
  const suffix = part?.name ?? '';
  let scoped = false;
  let ofVehicles = false;
  let union: string | null = null;
  const { time, end } = span;
  const hours = time === undefined ? null : parseReportHours(own['hours']);
  const until = () =>
    `coalesce(${end === undefined ? `r."${time}"` : `r."${end}"`}, ${statement.bind('now', resolved.now.toISOString(), 'timestamptz')})`;
  const held = (one: string) =>
    hours === null
      ? one
      : `SELECT r.* FROM (${one}) r WHERE ${withinHoursSql(`r."${time}"`, hours.underWay ? until() : '', hours, {
          bind: (name, value) => statement.bind(name, value, 'time'),
          zone: statement.bind('zone', resolved.timeZone, 'text'),
        })}`;
  const made = (one: string) =>
    each === null
      ? held(one)
      : 'first' in each
        ? `SELECT r.* FROM (${held(one)}) r ${each.first}`
        : each.added(held(one));
  const inScope = (id: string) => {
    scoped = true;
    return `${id} = ANY(${statement.bind('organisations', scope.organisationIds, 'int[]')})`;
  };
  const fenceSeen = (g: string) => `${inScope(`${g}.organisation_id`)}${andSeenFence(scope, g)}`;
  const among = (name: string, id: string, ids: readonly number[]) =>
    ids.length === 0 ? '' : ` AND ${id} = ANY(${statement.bind(name, ids, 'int[]')})`;
  const of = <Key extends 'from' | 'to' | 'start' | 'end'>(key: Key) => {
    if (range === null) throw new Error('a report without a time range requested one');
    return range[key];
  };
  const ownValue = (key: string) => {
    const value = own[key];
    if (value === undefined) throw new Error(`the report has no parameter ${key}`);
    return value;
  };
  const groupOf = (v: string) =>
    part === null
      ? `${v}.group_id`
      : `(${statement.bind(`groups${suffix}`, part.groupIds, 'int[]')})[array_position(${statement.bind(`moved${suffix}`, part.vehicleIds, 'int[]')}, ${v}.id)]`;
  const moved = (v: string) => {
    ofVehicles = true;
    if (part !== null) return ` AND ${v}.id = ANY(${statement.bind(`moved${suffix}`, part.vehicleIds, 'int[]')})`;
    const ids = [...new Set((resolved.groupSpans ?? []).map(({ vehicleId }) => vehicleId))];
    if (ids.length === 0) return '';
    return ` AND (${v}.id = ANY(${statement.bind('moved', ids, 'int[]')})) IS NOT TRUE`;
  };
  const chosen = (v: string) =>
    moved(v) +
    among('vehicles', `${v}.id`, resolved.vehicleIds) +
    (resolved.groupIds.length === 0 ? '' : among('groups', groupOf(v), resolved.groupIds)) +
    (resolved.vehicleTypes.length === 0
      ? ''
      : ` AND ${v}.type = ANY(${statement.bind('types', resolved.vehicleTypes, 'text[]')})`);
  const query: ReportQuery = {
    scope,
    chosen,
    get from() {
      return statement.bind(`start${suffix}`, of('start'), 'timestamptz');
    },
    get to() {
      return statement.bind(`end${suffix}`, of('end'), 'timestamptz');
    },
    get firstDay() {
      return statement.bind(`firstDay${suffix}`, of('from'), 'date');
    },
    get lastDay() {
      return statement.bind(`lastDay${suffix}`, of('to'), 'date');
    },
    get zone() {
      return statement.bind('zone', resolved.timeZone, 'text');
    },
    get now() {
      return statement.bind('now', resolved.now, 'timestamptz');
    },
    subjectSql: (v) => `${inScope(`${v}.organisation_id`)}${andSeen(scope, `${v}.id`)}${chosen(v)}`,
    ownCurrency: (currency) =>
      `${currency} = (SELECT currency FROM organisations WHERE id = ${statement.bind('own', scope.organisationId, 'int')})`,
    organisation: inScope,
    fences: (g) => `${fenceSeen(g)}${among('fences', `${g}.id`, resolved.fenceIds)}`,
    fenceSeen,
    rules: (id) => among('rules', id, resolved.ruleIds),
    searched: (...fields) =>
      resolved.search === ''
        ? ''
        : ` AND ${everyWordIn(statement.bind('search', searchPatterns(resolved.search), 'text[]'), ...fields)}`,
    get me() {
      return statement.bind('me', resolved.userId, 'int');
    },
    get worked() {
      return statement.bind('worked', JSON.stringify(resolved.worked), 'jsonb');
    },
    choices: (key) => statement.bind(`own.${key}`, chosenIn(ownValue(key)), 'text[]'),
    text: (key) => statement.bind(`own.${key}`, ownValue(key), 'text'),
    moment: (key) => statement.bind(`own.${key}`, ownValue(key) || null, 'timestamptz'),
    number: (key) => statement.bind(`own.${key}`, ownValue(key), 'float8'),
    choice: (key) => statement.bind(`own.${key}`, ownValue(key), 'text'),
    union: (queries) => {
      union = queries.map((one) => `(${made(one)})`).join(' UNION ALL ');
      return union;
    },
  };
  const all = source(query);
  // A source that adds anything around its union is summed as a whole.
  const whole = () => (each === null || 'first' in each ? held(all) : each.added(held(all)));
  const sql = all === union ? all : whole();
  if (!scoped) throw new Error('a report must limit its rows to an owner: query.whose or query.organisation');
  if (part === null) return { sql, ofVehicles };
  // Sources read the group of a vehicle `v`, as a column or in a condition.
  const ofThen = sql.replaceAll(/\bv\.group_id\b(,)?/g, (_found, comma?: string) =>
    comma === undefined ? groupOf('v') : `${groupOf('v')} AS group_id,`,
  );
  return { sql: ofThen, ofVehicles };
}
