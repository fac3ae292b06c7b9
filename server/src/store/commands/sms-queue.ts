import type { CommandFault } from '@milepost/contract/command-kinds';
import { PHONE } from '@milepost/contract/command-kinds';
import type { Queryable } from '../database.ts';
import { PROTOCOL } from './command-choices.ts';

/** SQL of the SIM number in a device `d` installed in a vehicle by `i`, without separators. */
const SIM = `regexp_replace(coalesce(i.sim_number, d.sim_number), '[\\s()-]', '', 'g')`;

/** The next SMS to send. */
export interface DueSms {
  id: number;
  deviceId: number;
  vehicleId: number;
  text: string;
  /** It switches an output that is, or may be, the engine's relay, so the conditions of an engine stop apply. */
  mayStop: boolean;
  /** Its text was written for another protocol than the device uses now. */
  foreign: boolean;
}

/**
 * The next SMS to send, one for each device and alternating between organisations, so that nobody waits for five
 * hundred of somebody else.
 * @param ofEngines those that stop or resume an engine; otherwise all others
 * @param busy devices that receive none now
 */
export async function dueSms(
  db: Queryable,
  { ofEngines, most, busy }: { ofEngines: boolean; most: number; busy: readonly number[] },
): Promise<DueSms[]> {
  const { rows } = await db.query<Omit<DueSms, 'id'> & { id: string }>(
    `SELECT c.id, c.device_id AS "deviceId", c.vehicle_id AS "vehicleId", c.content AS text,
            c.kind = 'engineStop' OR c.is_relay AS "mayStop", coalesce(c.protocol <> ${PROTOCOL}, false) AS foreign
     FROM (SELECT DISTINCT ON (device_id) * FROM device_commands
           WHERE by_sms AND state = 'waiting' AND expires_at > now() AND NOT device_id = ANY($3)
             AND (kind IN ('engineStop', 'engineResume')) = $1
           ORDER BY device_id, id) c
     JOIN devices d ON d.id = c.device_id
     ORDER BY row_number() OVER (PARTITION BY c.organisation_id ORDER BY c.id), c.id LIMIT $2`,
    [ofEngines, most, busy],
  );
  return rows.map((row) => ({ ...row, id: Number(row.id) }));
}

/** The SIM number in each vehicle's device, if it can be dialled. */
export async function simNumbers(db: Queryable, vehicleIds: readonly number[]): Promise<Map<number, string>> {
  const { rows } = await db.query<{ vehicleId: number; number: string | null }>(
    `SELECT i.vehicle_id AS "vehicleId", ${SIM} AS number FROM installations i JOIN devices d ON d.id = i.device_id
     WHERE i.vehicle_id = ANY($1) AND i.removed_at IS NULL`,
    [vehicleIds],
  );
  return new Map(
    rows.flatMap(({ vehicleId, number }) => (number !== null && PHONE.test(number) ? [[vehicleId, number]] : [])),
  );
}

/** Records that an SMS was given to the provider, or that this is unknown. It stays as sent. */
export async function endSms(db: Queryable, id: number, fault: CommandFault | null): Promise<void> {
  await db.query(`UPDATE device_commands SET ended_at = now(), fault = $2 WHERE id = $1 AND state = 'sent'`, [
    id,
    fault,
  ]);
}

/** Marks SMS that were being sent when a server crashed as unknown; they are never sent again. */
export async function endForgottenSms(db: Queryable, afterSeconds: number): Promise<void> {
  await db.query(
    `UPDATE device_commands SET ended_at = now(), fault = 'sms-unknown'
     WHERE by_sms AND state = 'sent' AND ended_at IS NULL AND sent_at < now() - make_interval(secs => $1)`,
    [afterSeconds],
  );
}
