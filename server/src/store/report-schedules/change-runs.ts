import { fault, type Fault, toFault } from '@milepost/contract/fault';
import type { RunState } from '@milepost/contract/report-schedules';
import { AppError } from '../../errors.ts';
import { type Database, inTransaction, type Queryable } from '../database.ts';
import { MAX_CRASHED_ATTEMPTS } from '../downloads/change-downloads.ts';
import { onlyRow } from '../rows.ts';

/** An execution is touched every few seconds; one that was not touched for this long belongs to a killed process. */
const LEFT_AFTER = "interval '45 seconds'";
const BATCH = 100;
/** The executions requested by an owner that can be in progress simultaneously. */
const MAX_OWN = 3;

/** The executions of one person within a day: twice as many as the most schedules can cause. */
export const MAX_RUNS = 200;
const tooMany = () => fault('schedule-most-runs', { most: MAX_RUNS });

/** SQL of the number of executions of the person of a schedule `s` within a day. */
const WITHIN_A_DAY = `(SELECT count(*)::int FROM report_schedule_runs o JOIN report_schedules mine ON mine.id = o.schedule_id
  WHERE o.touched_at > now() - interval '1 day' AND mine.user_id = s.user_id)`;

/** SQL of the number of other executions that the person of a schedule `s` has in progress. */
const BEFORE = `(SELECT count(*)::int FROM report_schedule_runs o JOIN report_schedules mine ON mine.id = o.schedule_id
  WHERE o.state IN ('waiting', 'running') AND mine.user_id = s.user_id)`;

/** A new execution. */
export interface BegunRun {
  id: number;
  organisationId: number;
  /** How many the person had in progress before it. */
  before: number;
}

/**
 * Creates the due executions, one for each schedule however many were missed: the last of them. The execution and the
 * next due time are written in one transaction, so that none is lost or created twice.
 * @param queue queues the job, in the transaction
 */
export async function takeDueSchedules(
  database: Database,
  now: Date,
  queue: (db: Queryable, run: BegunRun) => Promise<void>,
): Promise<number> {
  return inTransaction(database, async (db) => {
    const { rows } = await db.query<{ id: number; dueAt: Date }>(
      `SELECT s.id, (SELECT max(m) FROM report_schedule_moments(s, greatest(s.next_at, $1::timestamptz - interval '400 days')
                       - interval '1 second', $1) m) AS "dueAt"
       FROM report_schedules s WHERE s.next_at <= $1 ORDER BY s.next_at, s.id LIMIT ${BATCH} FOR UPDATE OF s SKIP LOCKED`,
      [now],
    );
    for (const { id, dueAt } of rows) {
      const run = await db.query<BegunRun & { state: RunState }>(
        `INSERT INTO report_schedule_runs AS r (schedule_id, due_at, state, fault, ended_at)
         SELECT s.id, $2, CASE WHEN taken.runs < ${MAX_RUNS} THEN 'waiting' ELSE 'failed' END,
                CASE WHEN taken.runs >= ${MAX_RUNS} THEN $3::jsonb END, CASE WHEN taken.runs >= ${MAX_RUNS} THEN now() END
         FROM report_schedules s, LATERAL (SELECT ${WITHIN_A_DAY} AS runs) taken WHERE s.id = $1
         ON CONFLICT (schedule_id, due_at) WHERE NOT to_owner DO NOTHING
         RETURNING id, state, (SELECT s.organisation_id FROM report_schedules s WHERE s.id = r.schedule_id) AS "organisationId",
           (SELECT ${BEFORE} FROM report_schedules s WHERE s.id = r.schedule_id) AS before`,
        [id, dueAt ?? now, JSON.stringify(toFault(tooMany()))],
      );
      await db.query(
        `UPDATE report_schedules s SET next_at = (SELECT min(m)
           FROM report_schedule_moments(s, $2::timestamptz, $2::timestamptz + interval '400 days') m) WHERE id = $1`,
        [id, now],
      );
      const [begun] = run.rows;
      if (begun?.state === 'waiting') await queue(db, begun);
    }
    return rows.length;
  });
}

/**
 * Creates an execution with its owner as the only recipient. @throws AppError `conflict` if the owner has too many in
 * progress
 */
export async function insertOwnRun(db: Queryable, scheduleId: number, now: Date): Promise<BegunRun> {
  // Serialised, so that two transactions cannot exceed the limit together.
  await db.query(`SELECT pg_advisory_xact_lock(hashtext('own-runs'), user_id) FROM report_schedules WHERE id = $1`, [
    scheduleId,
  ]);
  const { own, before, day, organisationId } = onlyRow(
    await db.query<{ own: number; before: number; day: number; organisationId: number }>(
      `SELECT s.organisation_id AS "organisationId", ${BEFORE} AS before, ${WITHIN_A_DAY} AS day, (SELECT count(*)::int FROM report_schedule_runs o
         JOIN report_schedules mine ON mine.id = o.schedule_id
         WHERE o.state IN ('waiting', 'running') AND o.to_owner AND mine.user_id = s.user_id) AS own
       FROM report_schedules s WHERE s.id = $1`,
      [scheduleId],
    ),
  );
  if (own >= MAX_OWN) throw new AppError('conflict', 'schedule-under-way');
  if (day >= MAX_RUNS) throw new AppError('conflict', tooMany());
  const made = await db.query<{ id: number }>(
    'INSERT INTO report_schedule_runs (schedule_id, due_at, to_owner) VALUES ($1, $2, true) RETURNING id',
    [scheduleId, now],
  );
  return { id: onlyRow(made).id, organisationId, before };
}

/** Claims a waiting execution, or one abandoned by a killed process; false if another process has it. */
export async function claimRun(db: Queryable, id: number, attempt: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `UPDATE report_schedule_runs SET state = 'running', attempt = $2, touched_at = now(),
       killed = killed + (state = 'running')::int
     WHERE id = $1 AND (state = 'waiting' OR (state = 'running' AND touched_at < now() - ${LEFT_AFTER}))`,
    [id, attempt],
  );
  return rowCount === 1;
}

export async function touchRun(db: Queryable, id: number, attempt: string): Promise<void> {
  await db.query('UPDATE report_schedule_runs SET touched_at = now() WHERE id = $1 AND attempt = $2', [id, attempt]);
}

/** Releases it for another attempt. */
export async function releaseRun(db: Queryable, id: number, attempt: string): Promise<void> {
  await db.query(
    `UPDATE report_schedule_runs SET state = 'waiting', attempt = NULL, touched_at = now()
     WHERE id = $1 AND attempt = $2 AND state = 'running'`,
    [id, attempt],
  );
}

export interface RunEnd {
  state: Exclude<RunState, 'waiting' | 'running'>;
  fault?: Fault;
  leftOut?: readonly { to: string; fault: Fault }[];
}

/** Ends an execution. False if another attempt claimed it meanwhile: then nothing may be sent. */
export async function endRun(db: Queryable, id: number, attempt: string, end: RunEnd): Promise<boolean> {
  const { rowCount } = await db.query(
    `UPDATE report_schedule_runs SET state = $3, fault = $4, left_out = $5, ended_at = now(), attempt = NULL
     WHERE id = $1 AND attempt = $2 AND state = 'running'`,
    [id, attempt, end.state, end.fault ? JSON.stringify(end.fault) : null, JSON.stringify(end.leftOut ?? [])],
  );
  return rowCount === 1;
}

/** Cancels the executions in progress of a deleted schedule: nothing more is sent, including waiting mails. */
export async function dropRuns(db: Queryable, scheduleId: number): Promise<void> {
  await db.query(`DELETE FROM report_schedule_runs WHERE schedule_id = $1 AND state IN ('waiting', 'running')`, [
    scheduleId,
  ]);
  await db.query(
    `WITH closed AS (UPDATE mails SET state = 'failed', fault = $2, incomplete = true WHERE state = 'waiting' AND run_id IN (
       SELECT id FROM report_schedule_runs WHERE schedule_id = $1) RETURNING id)
     DELETE FROM mail_attachments WHERE mail_id IN (SELECT id FROM closed)`,
    [scheduleId, toFault('schedule-deleted')],
  );
}

/** Gives up executions that kill every process working on them. */
export async function failDeadlyRuns(db: Queryable): Promise<void> {
  await db.query(
    `UPDATE report_schedule_runs SET state = 'failed', fault = $1, ended_at = now(), attempt = NULL
     WHERE state = 'running' AND touched_at < now() - ${LEFT_AFTER} AND killed >= ${MAX_CRASHED_ATTEMPTS - 1}`,
    [toFault('schedule-failed')],
  );
}

/** Executions abandoned by a killed process, or whose job was lost. */
export async function leftRuns(db: Queryable): Promise<Omit<BegunRun, 'before'>[]> {
  const { rows } = await db.query<Omit<BegunRun, 'before'>>(
    `SELECT r.id, s.organisation_id AS "organisationId"
     FROM report_schedule_runs r JOIN report_schedules s ON s.id = r.schedule_id
     WHERE r.state IN ('waiting', 'running') AND r.touched_at < now() - ${LEFT_AFTER} ORDER BY r.id LIMIT ${BATCH}`,
  );
  return rows;
}

/** Stops a schedule until its owner saves it again. */
export async function stopSchedule(db: Queryable, id: number, why: Fault): Promise<void> {
  await db.query('UPDATE report_schedules SET stopped = $2, next_at = NULL WHERE id = $1', [id, JSON.stringify(why)]);
}

/** Deletes old executions, as mails are not needed for ever. */
export async function forgetRuns(db: Queryable): Promise<void> {
  await db.query(`DELETE FROM report_schedule_runs WHERE due_at < now() - interval '400 days'`);
}
