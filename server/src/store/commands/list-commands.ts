import {
  ANSWER_MINUTES,
  type CommandKind,
  type CommandState,
  GUARDED_KINDS,
  type ShownState,
} from '@milepost/contract/command-kinds';
import type { Command } from '@milepost/contract/command-operations';
import { AppError } from '../../errors.ts';
import type { Queryable } from '../database.ts';
import { countUpTo, type Page, type PageRequest, pageSql } from '../page.ts';
import { andSeen, type Scope } from '../scope.ts';
import { everyWordIn, registrationOf, searchPatterns } from '../search/every-word.ts';
import { COMMAND_COLUMNS, COMMAND_TABLES, type CommandRow, toCommand } from './command-rows.ts';

export interface CommandRequest extends PageRequest {
  vehicleId?: number | undefined;
  batch?: number | undefined;
  states: readonly CommandState[];
  kinds: readonly CommandKind[];
}

/** Whether all commands are shown, or only those that need the right to stop engines. */
export type Shown = 'all' | 'guarded';

const SORTS = { madeAt: 'c.id', registration: 'lower(v.registration)' };
/** SQL of the commands that the caller sees; parameter 1 is the organisations. */
const seen = (scope: Scope, shown: Shown) =>
  `c.organisation_id = ANY($1) AND v.deleted_at IS NULL${andSeen(scope, 'c.vehicle_id')}
   ${shown === 'all' ? '' : `AND c.kind IN (${GUARDED_KINDS.map((kind) => `'${kind}'`).join(', ')})`}`;

export async function listCommands(
  db: Queryable,
  scope: Scope,
  request: CommandRequest,
  shown: Shown,
): Promise<Page<Command>> {
  const { vehicleId, batch, states, kinds, search } = request;
  const values = [scope.organisationIds, vehicleId ?? null, batch ?? null, states, kinds, searchPatterns(search)];
  const from = `${COMMAND_TABLES} WHERE ${seen(scope, shown)} AND ($2::int IS NULL OR c.vehicle_id = $2)
    AND ($3::bigint IS NULL OR c.batch = $3) AND ($4::text[] = '{}' OR c.state = ANY($4))
    AND ($5::text[] = '{}' OR c.kind = ANY($5))
    AND ${everyWordIn('$6', registrationOf('v'), 'c.content', 'c.answer', 'c.reason', 'u.display_name', 'r.name')}`;
  const tie = `c.id ${request.direction === 'desc' ? 'DESC' : 'ASC'}`;
  const { rows } = await db.query<CommandRow>(
    `SELECT ${COMMAND_COLUMNS} FROM ${from} ${pageSql(request, SORTS, tie, { nulls: false })}`,
    values,
  );
  return { rows: rows.map(toCommand), ...(await countUpTo(db, request, from, values)) };
}

/** The number of commands of a batch in each state. */
export async function batchProgress(
  db: Queryable,
  scope: Scope,
  batch: number,
  shown: Shown,
): Promise<Partial<Record<ShownState, number>>> {
  const { rows } = await db.query<{ state: ShownState; count: number }>(
    `SELECT CASE WHEN c.state = 'sent' AND c.ended_at IS NULL AND c.sent_at < now() - interval '${ANSWER_MINUTES} minutes' THEN 'unanswered'
              ELSE c.state END AS state, count(*)::int AS count
     FROM ${COMMAND_TABLES} WHERE ${seen(scope, shown)} AND c.batch = $2 GROUP BY 1`,
    [scope.organisationIds, batch],
  );
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
}

/** @throws AppError `not-found` outside the scope */
export async function getCommand(db: Queryable, scope: Scope, id: number): Promise<Command> {
  const { rows } = await db.query<CommandRow>(
    `SELECT ${COMMAND_COLUMNS} FROM ${COMMAND_TABLES} WHERE ${seen(scope, 'all')} AND c.id = $2`,
    [scope.organisationIds, id],
  );
  if (!rows[0]) throw noCommand();
  return toCommand(rows[0]);
}

export const noCommand = () => new AppError('not-found', 'no-command');
