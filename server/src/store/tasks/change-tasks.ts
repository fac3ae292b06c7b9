import type { RecordKind } from '@milepost/contract/record-kinds';
import type { TaskState } from '@milepost/contract/task-states';
import { AppError, fieldError } from '../../errors.ts';
import { type Actor, audited, saving } from '../audit/audit.ts';
import { setDeleted } from '../audit/set-deleted.ts';
import { type Database, inTransaction, type Queryable } from '../database.ts';
import { requireHere } from '../fleet/moved-vehicles.ts';
import { requireRecord, type Viewer } from '../files/records.ts';
import { checkQuota } from '../quotas.ts';
import { onlyRow } from '../rows.ts';
import { andSeenTask, organisationOf } from '../scope.ts';
import { checkVersion } from '../versions.ts';
import { SEES_TASK } from './task-rows.ts';
import { noTask } from './tasks.ts';

export interface TaskFields {
  title: string;
  note: string | null;
  state: TaskState;
  dueOn: string | null;
  assigneeId: number | null;
  recordKind: RecordKind | null;
  recordId: number | null;
}

interface TaskInput extends TaskFields {
  id?: number | undefined;
  organisationId?: number | undefined;
  version?: number | undefined;
}

interface Stored {
  id: number;
  organisationId: number;
  assigneeId: number | null;
  recordKind: RecordKind | null;
  recordId: number | null;
  vehicleId: number | null;
}

interface Saved {
  id: number;
  /** The new assignee; null if nobody is assigned, or if the assignee is the person who saved the task. */
  givenTo: number | null;
}

/**
 * Adds a task, or changes one of the scope; its organisation cannot change. A task about a record belongs to the
 * record's organisation.
 * @throws AppError `not-found`, `invalid` at a field, `conflict` if somebody else saved it meanwhile
 */
export const saveTask = (database: Database, viewer: Viewer, actor: Actor, input: TaskInput): Promise<Saved> =>
  inTransaction(database, (db) => saveTaskIn(db, viewer, actor, input));

/** The same in the caller's transaction. */
export async function saveTaskIn(db: Queryable, viewer: Viewer, actor: Actor, input: TaskInput): Promise<Saved> {
  const before = input.id === undefined ? null : await lockTask(db, viewer, input.id, false);
  if (before) await checkVersion(db, 'task', before.id, input.version);
  const place = await placeOf(db, viewer, input, before);
  const given = input.assigneeId !== null && input.assigneeId !== (before?.assigneeId ?? null);
  if (given) await requirePerson(db, viewer, input.assigneeId);
  const id = await audited(db, actor, saving('task', before?.id), () =>
    before ? updateTask(db, before.id, input, place.vehicleId) : insertTask(db, place, viewer.userId, input),
  );
  if (!before && viewer.userId !== null) await checkQuota(db, 'task', viewer.userId);
  if (given) await checkAssignee(db, viewer, id, input.assigneeId);
  return { id, givenTo: given && input.assigneeId !== viewer.userId ? input.assigneeId : null };
}

/** Only sets the state or the day of a task. @throws AppError `not-found` */
export async function moveTask(
  database: Database,
  viewer: Viewer,
  actor: Actor,
  { id, state, dueOn }: { id: number; state?: TaskState | undefined; dueOn?: string | undefined },
): Promise<void> {
  await inTransaction(database, async (db) => {
    await lockTask(db, viewer, id, false);
    await audited(db, actor, { subject: 'task', id, action: 'change' }, async () => {
      await db.query(
        `UPDATE tasks SET ${stateAndDay('coalesce($2, state)', 'coalesce($3::date, due_on)')},
           version = version + 1, updated_at = now() WHERE id = $1`,
        [id, state ?? null, dueOn ?? null],
      );
      return id;
    });
  });
}

/** Hides a task, or restores a hidden one. @throws AppError `not-found` */
export async function setTaskDeleted(
  database: Database,
  viewer: Viewer,
  actor: Actor,
  id: number,
  deleted: boolean,
): Promise<void> {
  await inTransaction(database, async (db) => {
    await lockTask(db, viewer, id, !deleted);
    await setDeleted(db, actor, 'task', id, deleted);
  });
}

/** Locks the row until the transaction ends. */
export async function lockTask(db: Queryable, { scope }: Viewer, id: number, deleted: boolean): Promise<Stored> {
  const { rows } = await db.query<Stored>(
    `SELECT id, organisation_id AS "organisationId", assignee_id AS "assigneeId", record_kind AS "recordKind",
            record_id AS "recordId", vehicle_id AS "vehicleId"
     FROM tasks t WHERE id = $1 AND organisation_id = ANY($2) AND (deleted_at IS NOT NULL) = $3${andSeenTask(scope)}
     FOR UPDATE`,
    [id, scope.organisationIds, deleted],
  );
  if (!rows[0]) throw noTask();
  return rows[0];
}

interface TaskPlace {
  organisationId: number;
  vehicleId: number | null;
}

/** @throws AppError `invalid` at the record, if the person cannot see it or it belongs to another organisation */
async function placeOf(db: Queryable, viewer: Viewer, input: TaskInput, before: Stored | null): Promise<TaskPlace> {
  const place = await placeOfRecord(db, viewer, input, before);
  if (before && before.organisationId !== place.organisationId) throw fieldError('invalid', { recordId: 'no-record' });
  // A limited person who saves a task without a vehicle could no longer see it.
  if (viewer.scope.limit !== null && place.vehicleId === null) {
    throw fieldError('invalid', { recordId: 'choose-vehicle' });
  }
  return place;
}

async function placeOfRecord(
  db: Queryable,
  viewer: Viewer,
  input: TaskInput,
  before: Stored | null,
): Promise<TaskPlace> {
  const { recordKind, recordId } = input;
  if (recordKind === null || recordId === null) {
    return {
      organisationId: before?.organisationId ?? organisationOf(viewer.scope, input.organisationId),
      vehicleId: null,
    };
  }
  // A record that was deleted since, or is not visible to this person, stays.
  if (before?.recordKind === recordKind && before.recordId === recordId) return before;
  const record = await requireRecord(db, viewer, recordKind, recordId).catch(noneThere);
  // A received message can belong to an organisation above, to which no tasks can be added from below.
  if (!record || !viewer.scope.organisationIds.includes(record.organisationId)) {
    throw fieldError('invalid', { recordId: 'no-record' });
  }
  if (record.vehicleId !== null) await requireHere(db, [record.vehicleId], { field: 'recordId' });
  return record;
}

function noneThere(error: unknown): null {
  if (error instanceof AppError && error.code === 'not-found') return null;
  throw error;
}

/** @throws AppError `invalid` if there is no such person in the scope */
async function requirePerson(db: Queryable, { scope }: Viewer, id: number | null): Promise<void> {
  const { rowCount } = await db.query('SELECT FROM users WHERE id = $1 AND organisation_id = ANY($2)', [
    id,
    scope.organisationIds,
  ]);
  if (!rowCount) throw noAssignee();
}

const noAssignee = () => fieldError('invalid', { assigneeId: 'task-assignee' });

/** @throws AppError `invalid` if the person is not in the scope, or cannot see the task */
async function checkAssignee(db: Queryable, { scope }: Viewer, id: number, assigneeId: number | null): Promise<void> {
  const { rowCount } = await db.query(
    `SELECT FROM tasks t, users u WHERE t.id = $1 AND u.id = $2 AND u.organisation_id = ANY($3) AND ${SEES_TASK}`,
    [id, assigneeId, scope.organisationIds],
  );
  if (!rowCount) throw noAssignee();
}

/** SQL that sets the state and the day of a task, and the columns that depend on them. */
const stateAndDay = (state: string, dueOn: string): string => `state = ${state}, due_on = ${dueOn},
  done_at = CASE WHEN ${state} = 'done' THEN coalesce(done_at, now()) END,
  due_set_at = CASE WHEN due_on IS DISTINCT FROM ${dueOn} THEN now() ELSE due_set_at END`;

async function updateTask(db: Queryable, id: number, fields: TaskFields, vehicleId: number | null): Promise<number> {
  const { title, note, state, dueOn, assigneeId, recordKind, recordId } = fields;
  await db.query(
    `UPDATE tasks SET title = $2, note = $3, ${stateAndDay('$4::text', '$5::date')}, assignee_id = $6, record_kind = $7,
       record_id = $8, vehicle_id = $9, version = version + 1, updated_at = now() WHERE id = $1`,
    [id, title, note, state, dueOn, assigneeId, recordKind, recordId, vehicleId],
  );
  return id;
}

export async function insertTask(
  db: Queryable,
  { organisationId, vehicleId }: TaskPlace,
  createdBy: number | null,
  fields: TaskFields,
): Promise<number> {
  const { title, note, state, dueOn, assigneeId, recordKind, recordId } = fields;
  const made = await db.query<{ id: number }>(
    `INSERT INTO tasks (organisation_id, vehicle_id, created_by, title, note, state, due_on, assignee_id, record_kind,
       record_id, done_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, CASE WHEN $6 = 'done' THEN now() END) RETURNING id`,
    [organisationId, vehicleId, createdBy, title, note, state, dueOn, assigneeId, recordKind, recordId],
  );
  return onlyRow(made).id;
}
