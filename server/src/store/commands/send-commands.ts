import type { RequestKind } from '@milepost/contract/command-kinds';
import type { CommandDetails } from '@milepost/contract/command-operations';
import type { OperationOutput } from '@milepost/contract/operation';
import type { Operations } from '@milepost/contract/operations';
import type { Actor } from '../audit/audit.ts';
import { auditedMany } from '../audit/audit-many.ts';
import { type Database, inTransaction, type Queryable } from '../database.ts';
import { noVehicle } from '../fleet/vehicles.ts';
import { checkQuota } from '../quotas.ts';
import { andSeen, type Scope } from '../scope.ts';
import { PROTOCOL } from './command-choices.ts';
import { simNumbers } from './sms-queue.ts';
import { isRelay, smsWordsOf, wordsOf } from './command-words.ts';

export interface NewCommand extends CommandDetails {
  vehicleIds: readonly number[];
  kind: RequestKind;
  text: string | null;
  /** One of the protocol's texts; null: the first. */
  release: string | null;
  bySms: boolean;
  reason: string | null;
  hours: number;
}

interface TargetVehicle {
  vehicleId: number;
  organisationId: number;
  registration: string;
  deviceId: number | null;
  protocol: string | null;
}

/** The vehicle whose device receives the command, with its text. */
interface CommandRecipient extends TargetVehicle {
  deviceId: number;
  content: string | null;
  /** The protocol of `content`. */
  spoken: string | null;
  relay: boolean;
}

type Sent = OperationOutput<Operations['send-command']>;

/**
 * Sends the same command to the devices of many vehicles, encoded for the protocol of each.
 * @returns also the devices with newly waiting commands
 * @throws AppError `not-found` if one of the vehicles is outside the scope
 */
export function sendCommands(
  database: Database,
  scope: Scope,
  actor: Actor,
  command: NewCommand,
): Promise<Sent & { deviceIds: number[] }> {
  return inTransaction(database, async (db) => {
    const left: Sent['left'] = [];
    const recipients: CommandRecipient[] = [];
    const numbers = command.bySms ? await simNumbers(db, command.vehicleIds) : null;
    for (const target of await readTargets(db, scope, command.vehicleIds)) {
      const { vehicleId, registration, deviceId, protocol } = target;
      const words = command.bySms
        ? smsWordsOf(protocol, command)
        : protocol === null
          ? null
          : wordsOf(protocol, command);
      if (deviceId === null) left.push({ vehicleId, registration, fault: 'no-device' });
      else if (numbers !== null && !numbers.has(vehicleId)) left.push({ vehicleId, registration, fault: 'no-sim' });
      else if (!words?.taken) left.push({ vehicleId, registration, fault: 'not-taken' });
      else {
        const { content } = words;
        const relay = protocol !== null && isRelay(protocol, command.output);
        recipients.push({ ...target, deviceId, content, spoken: content === null ? null : protocol, relay });
      }
    }
    if (recipients.length === 0) return { batch: null, made: 0, left, deviceIds: [] };
    const ids = await auditedMany(
      db,
      actor,
      { subject: 'command', ids: [], actions: { made: 'send', changed: 'send' } },
      () => insertCommands(db, actor, command, recipients),
    );
    for (const { vehicleId } of recipients) await checkQuota(db, 'command', vehicleId);
    return { batch: ids[0] ?? null, made: ids.length, left, deviceIds: recipients.map(({ deviceId }) => deviceId) };
  });
}

async function readTargets(db: Queryable, scope: Scope, vehicleIds: readonly number[]): Promise<TargetVehicle[]> {
  const wanted = [...new Set(vehicleIds)];
  const { rows } = await db.query<TargetVehicle>(
    `SELECT v.id AS "vehicleId", v.organisation_id AS "organisationId", v.registration, d.id AS "deviceId",
            ${PROTOCOL} AS protocol
     FROM vehicles v LEFT JOIN installations i ON i.vehicle_id = v.id AND i.removed_at IS NULL
     LEFT JOIN devices d ON d.id = i.device_id
     WHERE v.id = ANY($1) AND v.organisation_id = ANY($2) AND v.deleted_at IS NULL${andSeen(scope)}
     ORDER BY v.id FOR SHARE OF v`,
    [wanted, scope.organisationIds],
  );
  if (rows.length !== wanted.length) throw noVehicle();
  return rows;
}

async function insertCommands(
  db: Queryable,
  actor: Actor,
  { kind, seconds, output, odometerKm, phones, bySms, reason, hours }: NewCommand,
  recipients: readonly CommandRecipient[],
): Promise<number[]> {
  const { rows } = await db.query<{ id: string }>(
    `INSERT INTO device_commands (organisation_id, device_id, vehicle_id, content, protocol, is_relay, kind, seconds,
       reason, made_by, expires_at, output, odometer_km, phones, by_sms)
     SELECT t.*, $7, $8, $9, $10, now() + make_interval(hours => $11), $12, $13, $14, $15
     FROM unnest($1::int[], $2::int[], $3::int[], $4::text[], $5::text[], $6::boolean[]) AS t RETURNING id`,
    [
      recipients.map(({ organisationId }) => organisationId),
      recipients.map(({ deviceId }) => deviceId),
      recipients.map(({ vehicleId }) => vehicleId),
      recipients.map(({ content }) => content),
      recipients.map(({ spoken }) => spoken),
      recipients.map(({ relay }) => relay),
      kind,
      seconds,
      reason,
      actor.userId,
      hours,
      output,
      odometerKm,
      phones,
      bySms,
    ],
  );
  const ids = rows.map(({ id }) => Number(id));
  await db.query('UPDATE device_commands SET batch = $1 WHERE id = ANY($2)', [ids[0], ids]);
  return ids;
}
