import { ANSWER_MINUTES, type CommandKind, type ShownState } from '@milepost/contract/command-kinds';
import { watchesMenus } from '../alarm-delivery/alarm-watchers.ts';
import type { Queryable } from '../database.ts';
import { isShownSql } from '../scope.ts';

/** A finished command, of which its sender is notified now. */
export interface OverCommand {
  id: number;
  userId: number;
  vehicleId: number;
  registration: string;
  kind: CommandKind;
  state: Extract<ShownState, 'done' | 'refused' | 'unclear' | 'answered' | 'failed' | 'expired' | 'unanswered'>;
  answer: string | null;
  /** The batch, if it was sent to many vehicles. */
  batch: number | null;
}

/** The limit counts batches, each of at most `MAX_VEHICLES` of the contract, so that none is split. */
const AT_ONCE = 100;
/** SQL: true when a command is not finished. */
const isOpen = (command: string) =>
  `(${command}.state = 'waiting'
    OR ${command}.state = 'sent' AND ${command}.ended_at IS NULL AND ${command}.sent_at >= now() - interval '${ANSWER_MINUTES} minutes')`;

/**
 * Selects finished commands of people, and batches once all of their commands are finished, and marks them as notified,
 * in the transaction that writes the notices. Senders who can no longer see the vehicle or its commands are not
 * notified.
 */
export async function takeOverCommands(db: Queryable): Promise<OverCommand[]> {
  const { rows } = await db.query<
    Omit<OverCommand, 'id' | 'batch'> & { id: string; batch: string | null; isNotified: boolean }
  >(
    `WITH due AS (
       SELECT DISTINCT coalesce(c.batch, c.id) AS number FROM device_commands c
       WHERE c.told_at IS NULL AND c.made_by IS NOT NULL AND NOT ${isOpen('c')}
         AND (c.batch IS NULL OR NOT EXISTS (SELECT FROM device_commands o WHERE o.batch = c.batch AND ${isOpen('o')}))
       ORDER BY number LIMIT ${AT_ONCE}
     ), over AS (
       SELECT c.id FROM device_commands c
       WHERE c.told_at IS NULL AND c.made_by IS NOT NULL AND coalesce(c.batch, c.id) IN (SELECT number FROM due)
       ORDER BY c.id FOR UPDATE SKIP LOCKED
     )
     UPDATE device_commands c SET told_at = now()
     FROM over, vehicles v, users u
     WHERE c.id = over.id AND v.id = c.vehicle_id AND u.id = c.made_by
     RETURNING c.id, c.made_by AS "userId", c.vehicle_id AS "vehicleId", v.registration, c.kind, c.answer, c.batch,
       CASE WHEN c.state = 'sent' THEN 'unanswered'
         WHEN c.state = 'answered' AND c.kind IN ('engineStop', 'engineResume') THEN 'unclear' ELSE c.state END AS state,
       c.state <> 'cancelled' AND NOT (c.by_sms AND c.state = 'sent' AND c.fault IS NULL) AND u.notifications AND v.deleted_at IS NULL AND ${isShownSql('u', 'v')}
         AND ${watchesMenus('u', 'v.organisation_id', ['commands', 'engine-stop'])} AS "isNotified"`,
  );
  return rows
    .filter(({ isNotified }) => isNotified)
    .map(({ isNotified: _isNotified, id, batch, ...command }) => ({
      ...command,
      id: Number(id),
      batch: batch === null ? null : Number(batch),
    }))
    .toSorted((a, b) => a.id - b.id);
}
