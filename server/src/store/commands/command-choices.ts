import { onlyRow } from '../rows.ts';
import type { Queryable } from '../database.ts';
import { stoppedSql, type StoppedRow, toStopped } from './command-rows.ts';
import type { EngineStop, StoppedEngine } from '@milepost/contract/command-operations';

/** The device that is in a vehicle now, with the properties that matter for commands. */
export interface CommandTarget {
  /** Null if no device is in the vehicle. */
  deviceId: number | null;
  /** The last used protocol, otherwise that of its record. */
  protocol: string | null;
  heardAt: Date | null;
}

/** SQL of the protocol of a device `d`. */
export const PROTOCOL = 'coalesce(d.spoken, d.protocol)';

/** The caller must have checked that the vehicle is visible. */
export async function readCommandTarget(db: Queryable, vehicleId: number): Promise<CommandTarget> {
  return onlyRow(
    await db.query<CommandTarget>(
      `SELECT d.id AS "deviceId", ${PROTOCOL} AS protocol, s.heard_at AS "heardAt"
       FROM vehicles v LEFT JOIN installations i ON i.vehicle_id = v.id AND i.removed_at IS NULL
       LEFT JOIN devices d ON d.id = i.device_id LEFT JOIN device_states s ON s.device_id = d.id WHERE v.id = $1`,
      [vehicleId],
    ),
  );
}

export async function stoppedEngine(db: Queryable, vehicleId: number): Promise<StoppedEngine | null> {
  const { rows } = await db.query<StoppedRow>(
    `SELECT s.id AS "commandId", s.sent_at AS since, s.state = 'done' AS confirmed, s.answer,
            s.resume_state AS "resumeState", s.resume_answer AS "resumeAnswer", u.display_name AS by, s.reason
     FROM (${stoppedSql('$1')}) s LEFT JOIN users u ON u.id = s.made_by`,
    [vehicleId],
  );
  return rows[0] ? toStopped(rows[0]) : null;
}

const NOT_SENT = { confirmed: false, answer: null, resume: null, waiting: true };

/**
 * The engine stop as shown with the vehicle: the one that was sent, otherwise, with the right to see engine stops, the
 * waiting one.
 */
export async function readEngineStop(
  db: Queryable,
  vehicleId: number,
  seesWaiting: boolean,
): Promise<EngineStop | null> {
  const stopped = await stoppedEngine(db, vehicleId);
  if (stopped) {
    const { since, confirmed, answer, resume } = stopped;
    return { since, confirmed, answer, resume, waiting: false };
  }
  if (!seesWaiting) return null;
  const { rows } = await db.query<{ since: Date }>(
    `SELECT made_at AS since FROM device_commands
     WHERE vehicle_id = $1 AND kind = 'engineStop' AND state = 'waiting' AND expires_at > now() ORDER BY id DESC LIMIT 1`,
    [vehicleId],
  );
  return rows[0] ? { since: rows[0].since.toISOString(), ...NOT_SENT } : null;
}

/** True when an SOS of a vehicle is active. */
export async function hasActiveSos(db: Queryable, vehicleId: number): Promise<boolean> {
  const { rowCount } = await db.query(
    `SELECT FROM alarms WHERE vehicle_id = $1 AND about = 'sos' AND cleared_at IS NULL LIMIT 1`,
    [vehicleId],
  );
  return rowCount === 1;
}
