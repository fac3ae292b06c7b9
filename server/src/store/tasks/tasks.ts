import type { RecordKind } from '@milepost/contract/record-kinds';
import type { Task } from '@milepost/contract/task-operations';
import type { TaskState } from '@milepost/contract/task-states';
import { AppError } from '../../errors.ts';
import type { Queryable } from '../database.ts';
import type { Viewer } from '../files/records.ts';
import type { Ref } from '../fleet/groups.ts';
import { firstRows, type Page, type PageRequest, pageSql } from '../page.ts';
import { andSeenTask, type Scope } from '../scope.ts';
import { everyWordIn, searchPatterns } from '../search/every-word.ts';
import { andFound } from '../search/search-records.ts';
import { taskColumns, type TaskRow, TASKS, toTask } from './task-rows.ts';

const SORTS = {
  due: 't.due_on',
  title: 'lower(t.title)',
  state: `array_position(ARRAY['open', 'doing', 'done'], t.state)`,
  assignee: 'lower(a.display_name)',
  done: 't.done_at',
};

export interface TaskFilter {
  /** Left out: all that are not done, unless a single record is requested. */
  state?: TaskState | undefined;
  withDone?: boolean | undefined;
  whose?: 'mine' | 'nobody' | undefined;
  vehicleId?: number | undefined;
  recordKind?: RecordKind | undefined;
  recordId?: number | undefined;
}

/** A page of tasks. Every word of the search can match title, note or registration. */
export async function listTasks(db: Queryable, viewer: Viewer, request: PageRequest & TaskFilter): Promise<Page<Task>> {
  const { scope } = viewer;
  const values: unknown[] = [scope.organisationIds];
  const { state, withDone = false, whose: owner, vehicleId, recordKind, recordId } = request;
  const equals = (column: string, value: unknown) =>
    value === undefined ? '' : ` AND ${column} = $${values.push(value)}`;
  const ofRecord = recordKind !== undefined && recordId !== undefined;
  const where = `t.organisation_id = ANY($1) AND t.deleted_at IS NULL${andSeenTask(scope)}
    ${state === undefined && !ofRecord && !withDone ? ` AND t.state <> 'done'` : equals('t.state', state)}
    ${owner === 'nobody' ? ' AND t.assignee_id IS NULL' : equals('t.assignee_id', owner && viewer.userId)}
    ${equals('t.vehicle_id', vehicleId)}${ofRecord ? equals('t.record_kind', recordKind) + equals('t.record_id', recordId) : ''}
    ${andFound(request.search, 't.words', values)}`;
  const [page, count] = await Promise.all([
    db.query<TaskRow>(
      `SELECT ${taskColumns(viewer)} FROM ${TASKS} WHERE ${where} ${pageSql(request, SORTS, 't.id')}`,
      values,
    ),
    db.query<{ total: number }>(`SELECT count(*)::int AS total FROM tasks t WHERE ${where}`, values),
  ]);
  return { rows: page.rows.map(toTask), total: count.rows[0]?.total ?? 0 };
}

/** @throws AppError `not-found` outside the scope or deleted */
export async function getTask(db: Queryable, viewer: Viewer, id: number): Promise<Task> {
  const { rows } = await db.query<TaskRow>(
    `SELECT ${taskColumns(viewer)} FROM ${TASKS}
     WHERE t.id = $2 AND t.organisation_id = ANY($1) AND t.deleted_at IS NULL${andSeenTask(viewer.scope)}`,
    [viewer.scope.organisationIds, id],
  );
  if (!rows[0]) throw noTask();
  return toTask(rows[0]);
}

const MAX_PEOPLE = 50;

/** The people of the scope whose role shows tasks, by part of the name; the chosen one first. */
export const listTaskPeople = (
  db: Queryable,
  scope: Scope,
  { search, id }: { search: string; id?: number | undefined },
): Promise<Page<Ref>> =>
  firstRows<Ref>(
    db,
    `SELECT u.id, u.display_name AS name FROM users u
     WHERE u.organisation_id = ANY($1) AND (u.id = $3 OR ${everyWordIn('$2', 'u.display_name')} AND u.disabled_at IS NULL
       AND EXISTS (SELECT FROM role_permissions p JOIN menus m ON m.id = p.menu_id
         WHERE p.role_id = u.role_id AND m.key = 'tasks' AND p.can_view))
     ORDER BY u.id IS DISTINCT FROM $3::int, lower(u.display_name), u.id`,
    [scope.organisationIds, searchPatterns(search), id ?? null],
    MAX_PEOPLE,
  );

export const noTask = (): AppError => new AppError('not-found', 'no-task');
