import { type Fault, toFault } from '@milepost/contract/fault';
import type { ReasonCode } from '@milepost/contract/alarm-operations';
import { AppError } from '../../errors.ts';
import { type Actor, record } from '../audit/audit.ts';
import { type Database, inTransaction, type Queryable } from '../database.ts';
import { andSeen, type Scope } from '../scope.ts';
import { handlingFault, type LockedAlarm, type HandlingRequest } from './handling-fault.ts';
import { noAlarm } from './one-alarm.ts';

export interface Handling extends HandlingRequest {
  ids: readonly number[];
  reasonCode: ReasonCode | null;
  note: string | null;
}

export interface Handled {
  done: LockedAlarm[];
  skipped: { id: number; fault: Fault }[];
}

/** The assignments of an action to alarms $1, with the values of the parameters from $2 on; null: none. */
function changeSql({ action, userId, reasonCode, assignee }: Handling): { set: string; values: unknown[] } | null {
  switch (action) {
    case 'acknowledge':
      return {
        set: 'acknowledged_at = now(), acknowledged_by = $2, reason_code = $3',
        values: [userId, reasonCode],
      };
    case 'unacknowledge':
      return { set: 'acknowledged_at = NULL, acknowledged_by = NULL, reason_code = NULL', values: [] };
    case 'assign':
      return { set: 'assignee_id = $2', values: [assignee?.id ?? null] };
    case 'clear':
      // Clearing also acknowledges. A device's clock can be ahead: its latest report is then also cleared, or would
      // reopen the alarm.
      return {
        set: `cleared_at = greatest(now(), last_at), cleared_by_hand_at = greatest(now(), last_at),
          cleared_by = $2, reason_code = $3, acknowledged_at = coalesce(acknowledged_at, now()),
          acknowledged_by = CASE WHEN acknowledged_at IS NULL THEN $2 ELSE acknowledged_by END`,
        values: [userId, reasonCode],
      };
    case 'note':
      return null;
  }
}

/**
 * Handles alarms of the scope: writes the change, its history and the audit log in one transaction. Alarms that can no
 * longer be handled are returned in `skipped`.
 * @throws AppError `not-found` if none is in the scope, `conflict` if none could be handled
 */
export async function handleAlarms(
  database: Database,
  scope: Scope,
  actor: Actor,
  handling: Handling,
): Promise<Handled> {
  return inTransaction(database, async (db) => {
    const alarms = await lockAlarms(db, scope, handling.ids);
    if (alarms.length === 0) throw noAlarm();
    const known = new Set(alarms.map(({ id }) => id));
    const skipped = [...new Set(handling.ids)]
      .filter((id) => !known.has(id))
      .map((id) => ({ id, fault: noAlarm().fault }));
    const done: LockedAlarm[] = [];
    for (const alarm of alarms) {
      const fault = handlingFault(alarm, handling);
      if (fault === null) done.push(alarm);
      else skipped.push({ id: alarm.id, fault: toFault(fault) });
    }
    if (done.length === 0) throw new AppError('conflict', skipped.at(-1)?.fault ?? 'no-alarm');
    await write(db, actor, handling, done);
    return { done, skipped };
  });
}

/** Locks the rows until the transaction ends, in the order of their ids to avoid deadlocks. */
async function lockAlarms(db: Queryable, scope: Scope, ids: readonly number[]): Promise<LockedAlarm[]> {
  await db.query(
    `SELECT FROM alarms a JOIN vehicles v ON v.id = a.vehicle_id
     WHERE a.id = ANY($1) AND v.organisation_id = ANY($2)${andSeen(scope)} ORDER BY a.id FOR UPDATE OF a`,
    [ids, scope.organisationIds],
  );
  // Read after locking, so that changes committed meanwhile and their authors are visible.
  const { rows } = await db.query<LockedAlarm>(
    `SELECT a.id, a.vehicle_id AS "vehicleId", a.installation_id AS "installationId",
            v.organisation_id AS "organisationId", a.cleared_at AS "clearedAt", cu.display_name AS "clearedBy",
            a.acknowledged_at AS "acknowledgedAt", a.acknowledged_by AS "acknowledgedById",
            au.display_name AS "acknowledgedBy", a.reason_code AS "reasonCode", a.assignee_id AS "assigneeId",
            su.display_name AS "assigneeName", v.registration, r.name AS "ruleName"
     FROM alarms a JOIN vehicles v ON v.id = a.vehicle_id JOIN alarm_rules r ON r.id = a.rule_id
     LEFT JOIN users cu ON cu.id = a.cleared_by LEFT JOIN users au ON au.id = a.acknowledged_by
     LEFT JOIN users su ON su.id = a.assignee_id
     WHERE a.id = ANY($1) AND v.organisation_id = ANY($2)${andSeen(scope)} ORDER BY a.id`,
    [ids, scope.organisationIds],
  );
  return rows;
}

async function write(db: Queryable, actor: Actor, handling: Handling, done: readonly LockedAlarm[]): Promise<void> {
  const { action, userId, reasonCode, note, assignee } = handling;
  const ids = done.map(({ id }) => id);
  const change = changeSql(handling);
  if (change) await db.query(`UPDATE alarms SET ${change.set} WHERE id = ANY($1)`, [ids, ...change.values]);
  await db.query(
    `INSERT INTO alarm_handling (alarm_id, user_id, username, action, reason_code, assignee, text)
     SELECT id, $2, $3, $4, $5, $6, $7 FROM unnest($1::int[]) id`,
    [ids, userId, actor.username, action, reasonCode, assignee?.name ?? null, note],
  );
  for (const alarm of done) {
    const before = {
      acknowledged: alarm.acknowledgedAt !== null,
      cleared: alarm.clearedAt !== null,
      reason: alarm.reasonCode,
      assignee: alarm.assigneeName,
    };
    const after = {
      ...before,
      ...changeOf(action, reasonCode, assignee?.name ?? null),
      ...(note !== null && { note }),
    };
    await record(db, actor, {
      organisationId: alarm.organisationId,
      subject: 'alarm',
      subjectId: alarm.id,
      name: `${alarm.registration}, ${alarm.ruleName}`,
      action,
      before,
      after,
    });
  }
}

/** The name of the action in the audit log. */
function changeOf(
  action: HandlingRequest['action'],
  reason: string | null,
  assignee: string | null,
): Record<string, unknown> {
  switch (action) {
    case 'acknowledge':
      return { acknowledged: true, reason };
    case 'unacknowledge':
      return { acknowledged: false, reason: null };
    case 'assign':
      return { assignee };
    case 'clear':
      return { acknowledged: true, cleared: true, reason };
    case 'note':
      return {};
  }
}
