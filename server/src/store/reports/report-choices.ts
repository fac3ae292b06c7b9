import type { ReportFilter } from '@milepost/contract/report-kinds';
import type { Moved } from '@milepost/contract/moved';
import { andSeenRule } from '../alarms/alarm-choices.ts';
import type { Queryable } from '../database.ts';
import { andSeenDriver } from '../drivers/driver-rows.ts';
import type { Ref } from '../fleet/groups.ts';
import { movedSql } from '../fleet/moved-vehicles.ts';
import type { Page } from '../page.ts';
import { everyWordIn, registrationOf, searchPatterns } from '../search/every-word.ts';
import { andSeenFence } from '../common-records.ts';
import { andSeen, andSeenGroup, type Scope } from '../scope.ts';

/** The most options in a list. */
const SHOWN = 50;

interface Source {
  table: string;
  name: string;
  searched: string[];
  /** SQL of when and where it moved; only vehicles move. $1: the organisations of the scope. */
  moved?: string;
  /** False: deleting removes the row immediately. */
  kept: boolean;
  seen: (scope: Scope) => string;
}

export type ReportChoice = Ref & { moved: Moved | null };

const SOURCES: Record<ReportFilter, Source> = {
  vehicles: {
    table: 'vehicles',
    name: 't.registration',
    searched: [registrationOf('t')],
    moved: movedSql('t', '$1'),
    kept: true,
    seen: (scope) => andSeen(scope, 't.id'),
  },
  groups: {
    table: 'vehicle_groups',
    name: 't.name',
    searched: ['t.name'],
    kept: false,
    seen: (scope) => andSeenGroup(scope, 't.id'),
  },
  drivers: {
    table: 'drivers',
    name: 't.name',
    searched: ['t.name'],
    kept: true,
    seen: (scope) => andSeenDriver(scope, 't'),
  },
  fences: {
    table: 'geofences',
    name: 't.name',
    searched: ['t.name'],
    kept: true,
    seen: (scope) => andSeenFence(scope, 't'),
  },
  rules: {
    table: 'alarm_rules',
    name: 't.name',
    searched: ['t.name'],
    kept: true,
    seen: (scope) => andSeenRule(scope, 't'),
  },
};

const fromSql = ({ table, seen }: Source, scope: Scope) =>
  `FROM ${table} t WHERE t.organisation_id = ANY($1)${seen(scope)}`;

/** The options of a report's filters: the first by name that contain every word of the search. */
export async function listReportChoices(
  db: Queryable,
  scope: Scope,
  filter: ReportFilter,
  search: string,
): Promise<Page<ReportChoice>> {
  const source = SOURCES[filter];
  const { rows } = await db.query<ReportChoice & { total: number }>(
    `SELECT t.id, ${source.name} AS name, ${source.moved ?? 'NULL::json'} AS moved, count(*) OVER ()::int AS total ${fromSql(source, scope)}
       ${source.kept ? 'AND t.deleted_at IS NULL' : ''} AND ${everyWordIn('$2', ...source.searched)}
     ORDER BY lower(${source.name}), t.id LIMIT ${SHOWN}`,
    [scope.organisationIds, searchPatterns(search)],
  );
  return { rows: rows.map(({ id, name, moved }) => ({ id, name, moved })), total: rows[0]?.total ?? 0 };
}

/** The names of the given records, including deleted ones, if they are visible in the scope. */
export async function readReportNames(
  db: Queryable,
  scope: Scope,
  filter: ReportFilter,
  ids: readonly number[],
): Promise<ReportChoice[]> {
  const source = SOURCES[filter];
  const { rows } = await db.query<ReportChoice>(
    `SELECT t.id, ${source.name} AS name, ${source.moved ?? 'NULL::json'} AS moved ${fromSql(source, scope)} AND t.id = ANY($2) ORDER BY lower(${source.name}), t.id`,
    [scope.organisationIds, ids],
  );
  return rows;
}
