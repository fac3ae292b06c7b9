import { ANSWER_MINUTES, type CommandFault, type CommandKind } from '@milepost/contract/command-kinds';
import { protocolByName } from '@milepost/protocols/registry';
import { engineReply } from '@milepost/protocols/tools/engine-reply';
import type { Command } from '@milepost/protocols/types';
import { watchesMenus } from '../alarm-delivery/alarm-watchers.ts';
import type { Queryable } from '../database.ts';
import { microsSql } from '../tracks/device-range.ts';
import { readSpeedAt } from '../tracks/last-fixes.ts';
import { isShownSql } from '../scope.ts';

/** Later replies belong to no command. */
const ANSWER_WITHIN = `${ANSWER_MINUTES} minutes`;

/** The next command to send. */
export interface DueCommand {
  id: number;
  vehicleId: number;
  command: Command;
  /** It switches an output that is, or may be, the engine's relay, so the conditions of an engine stop apply. */
  mayStop: boolean;
  /** It waits until the vehicle has stood for a while. */
  whenStanding: boolean;
  /** The protocol of its text; null for kinds that every protocol encodes itself. */
  protocol: string | null;
}

/** The devices with waiting commands. */
export async function devicesAwaited(db: Queryable): Promise<number[]> {
  const { rows } = await db.query<{ deviceId: number }>(
    `SELECT DISTINCT device_id AS "deviceId" FROM device_commands WHERE state = 'waiting' AND NOT by_sms AND expires_at > now()`,
  );
  return rows.map(({ deviceId }) => deviceId);
}

/**
 * The next command, or null: engine commands first, so that nothing delays them for a device that only connects for a
 * minute, then the one that has waited longest.
 * @param standing false: excludes commands that wait until the vehicle stands
 */
export async function nextCommand(db: Queryable, deviceId: number, standing = true): Promise<DueCommand | null> {
  const { rows } = await db.query<{
    id: string;
    vehicleId: number;
    kind: CommandKind;
    content: string | null;
    mayStop: boolean;
    whenStanding: boolean;
    protocol: string | null;
  }>(
    `SELECT id, vehicle_id AS "vehicleId", kind, content, kind = 'engineStop' OR is_relay AS "mayStop",
            when_standing AS "whenStanding", protocol FROM device_commands
     WHERE device_id = $1 AND state = 'waiting' AND NOT by_sms AND expires_at > now() AND ($2 OR NOT when_standing)
     ORDER BY kind IN ('engineStop', 'engineResume') DESC, id LIMIT 1`,
    [deviceId, standing],
  );
  const [row] = rows;
  if (!row) return null;
  const { kind, content, id, ...due } = row;
  return { ...due, id: Number(id), command: toSend(kind, content) };
}

/** Kinds that the protocol does not encode have been converted to texts. */
function toSend(kind: CommandKind, content: string | null): Command {
  if (kind === 'locate' || kind === 'engineStop' || kind === 'engineResume') return { kind };
  return { kind: 'text', text: content ?? '' };
}

/**
 * True when the sender of a command that may stop an engine still has the right to: it can wait for a week, and losing
 * the right also applies to waiting commands. Always true for other commands, and for those without a known sender.
 */
export async function isStillAllowed(db: Queryable, id: number): Promise<boolean> {
  const { rowCount } = await db.query(
    `SELECT FROM device_commands c JOIN vehicles v ON v.id = c.vehicle_id LEFT JOIN users u ON u.id = c.made_by
     WHERE c.id = $1 AND (c.kind NOT IN ('text', 'outputOn', 'outputOff', 'engineStop') OR u.id IS NULL
       OR (${isShownSql('u', 'v')} AND ${watchesMenus('u', 'v.organisation_id', ['engine-stop'])}
         AND EXISTS (SELECT FROM role_permissions g JOIN menus n ON n.id = g.menu_id
                     WHERE g.role_id = u.role_id AND n.key = 'engine-stop' AND g.can_create)))`,
    [id],
  );
  return rowCount === 1;
}

/** The vehicle of a device, and its last reported movement. */
export interface CarriedDevice {
  vehicleId: number;
  /**
   * Epoch milliseconds of the newest fix in this vehicle, at most its time of receipt: a clock that is ahead must not
   * make it look newer. Null before the first, and if the device's clock is wrong: such a fix may be old.
   */
  fixTime: number | null;
  /** The speed of that fix, corrected by the factor of this vehicle's device. */
  speedKph: number;
  /** Degrees. */
  lat: number;
  lon: number;
}

/** Null if the device is in no vehicle now, or in a deleted one. */
export async function carriedDevice(db: Queryable, deviceId: number): Promise<CarriedDevice | null> {
  const { rows } = await db.query<
    Pick<CarriedDevice, 'vehicleId' | 'lat' | 'lon'> & {
      fixTime: Date | null;
      micros: number | null;
      speedDkph: number | null;
      speedFactor: number;
    }
  >(
    `SELECT i.vehicle_id AS "vehicleId", least(s.fix_time, s.received_at) AS "fixTime",
            ${microsSql('s.fix_time')} AS micros, s.speed_dkph AS "speedDkph", i.speed_factor AS "speedFactor",
            coalesce(s.lat, 0) / 1e7::float8 AS lat, coalesce(s.lon, 0) / 1e7::float8 AS lon
     FROM installations i JOIN vehicles v ON v.id = i.vehicle_id AND v.deleted_at IS NULL
     LEFT JOIN device_states s ON s.device_id = i.device_id AND s.fix_time >= i.installed_at
       AND s.tracking->'fixByReceipt' IS NULL
     WHERE i.device_id = $1 AND i.removed_at IS NULL`,
    [deviceId],
  );
  const [row] = rows;
  if (!row) return null;
  const { vehicleId, fixTime, micros, speedDkph, speedFactor, lat, lon } = row;
  // The state contains the speed with the factor at the time of receipt, the position the speed as reported. A factor
  // that was set since applies immediately; the greater speed counts.
  const reported = micros === null ? null : await readSpeedAt(db, deviceId, micros);
  const speedKph = Math.max(speedDkph ?? 0, (reported ?? 0) * speedFactor, 0) / 10;
  return { vehicleId, fixTime: fixTime?.getTime() ?? null, speedKph, lat, lon };
}

/**
 * Marks a command as sent before the first byte is sent. The caller that gets true is the only one to send it, ever.
 * False: it was cancelled, has expired or is sent by another process, or the device has just left the vehicle.
 */
export async function claimCommand(db: Queryable, id: number): Promise<boolean> {
  const { rowCount } = await db.query(
    `UPDATE device_commands SET state = 'sent', sent_at = now()
     WHERE id = $1 AND state = 'waiting' AND expires_at > now()
       AND EXISTS (SELECT FROM installations i WHERE i.device_id = device_commands.device_id
                     AND i.vehicle_id = device_commands.vehicle_id AND i.removed_at IS NULL)`,
    [id],
  );
  return rowCount === 1;
}

/**
 * Ends a command that can never be sent; a command in another state stays as it is.
 * @param from `sent`: the caller claimed it, and no byte was sent
 */
export async function failCommand(
  db: Queryable,
  id: number,
  fault: CommandFault,
  from: 'waiting' | 'sent' = 'waiting',
): Promise<void> {
  await db.query(
    `UPDATE device_commands SET state = 'failed', ended_at = now(), fault = $2 WHERE id = $1 AND state = $3`,
    [id, fault, from],
  );
}

/** Returns a claimed command to waiting, if the caller knows that no byte was sent. */
export async function unclaimCommand(db: Queryable, id: number): Promise<void> {
  await db.query(`UPDATE device_commands SET state = 'waiting', sent_at = NULL WHERE id = $1 AND state = 'sent'`, [id]);
}

/** The devices that can still reply to a command. */
export async function devicesAwaitingReply(db: Queryable): Promise<number[]> {
  const { rows } = await db.query<{ deviceId: number }>(
    `SELECT DISTINCT device_id AS "deviceId" FROM device_commands
     WHERE state = 'sent' AND NOT by_sms AND sent_at > now() - interval '${ANSWER_WITHIN}'`,
  );
  return rows.map(({ deviceId }) => deviceId);
}

/**
 * Stores a device's reply to its first unanswered command; replies come in the order of commands.
 * @param conversationIds the commands of the current connection: the reply to one of an earlier connection was most
 * likely lost with that
 * @param protocol the protocol of the connection, whose words decide whether an engine was stopped or resumed; null:
 * unknown
 * @returns the id of the command, or null if none waits for a reply
 */
export async function answerCommand(
  db: Queryable,
  deviceId: number,
  answer: string,
  conversationIds: readonly number[],
  protocol: string | null,
): Promise<number | null> {
  const replies = protocol === null ? undefined : protocolByName(protocol)?.engineReplies;
  const { rows } = await db.query<{ id: string }>(
    `UPDATE device_commands SET ended_at = now(), answer = $2,
       state = CASE kind WHEN 'engineStop' THEN $4 WHEN 'engineResume' THEN $5 ELSE 'answered' END
     WHERE id = (SELECT id FROM device_commands WHERE device_id = $1 AND state = 'sent' AND NOT by_sms
                 AND sent_at > now() - interval '${ANSWER_WITHIN}'
                 ORDER BY id = ANY($3) DESC, sent_at, id LIMIT 1 FOR UPDATE)
     RETURNING id`,
    // Some devices end texts with a NUL byte, which PostgreSQL does not accept.
    [
      deviceId,
      answer.replaceAll('\0', '').slice(0, 2000),
      conversationIds,
      engineReply(replies, 'engineStop', answer) ?? 'answered',
      engineReply(replies, 'engineResume', answer) ?? 'answered',
    ],
  );
  return rows[0] ? Number(rows[0].id) : null;
}

/** True when a command was sent to a device in these last seconds and has no reply yet. */
export async function awaitsAnswer(db: Queryable, deviceId: number, seconds: number): Promise<boolean> {
  const { rowCount } = await db.query(
    `SELECT FROM device_commands WHERE device_id = $1 AND state = 'sent' AND NOT by_sms AND sent_at > now() - make_interval(secs => $2)`,
    [deviceId, seconds],
  );
  return (rowCount ?? 0) > 0;
}

/** Expires commands that have waited too long. @returns how many */
export async function expireCommands(db: Queryable): Promise<number> {
  const { rowCount } = await db.query(
    `UPDATE device_commands SET state = 'expired', ended_at = now() WHERE state = 'waiting' AND expires_at <= now()`,
  );
  return rowCount ?? 0;
}

/** Stores changed protocols of devices; these determine the available commands. */
export async function writeProtocols(db: Queryable, reported: readonly (readonly [number, string])[]): Promise<void> {
  if (reported.length === 0) return;
  await db.query(
    `UPDATE devices d SET spoken = h.protocol FROM unnest($1::int[], $2::text[]) AS h(id, protocol)
     WHERE d.id = h.id AND d.spoken IS DISTINCT FROM h.protocol`,
    [reported.map(([id]) => id), reported.map(([, protocol]) => protocol)],
  );
}
