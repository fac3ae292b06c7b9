import type { EngineKind } from '@milepost/contract/command-kinds';
import type { Command } from '@milepost/contract/command-operations';
import { AppError } from '../../errors.ts';
import { type Actor, audited } from '../audit/audit.ts';
import { type Database, inTransaction, type Queryable } from '../database.ts';
import { lockVehicle } from '../fleet/vehicles.ts';
import { onlyRow } from '../rows.ts';
import type { Scope } from '../scope.ts';
import { readCommandTarget } from './command-choices.ts';
import { kindsOf, EMPTY_OPTIONS, smsKindsOf, smsWordsOf } from './command-words.ts';
import { simNumbers } from './sms-queue.ts';
import { getCommand, noCommand } from './list-commands.ts';

export interface EngineCommand {
  vehicleId: number;
  kind: EngineKind;
  whenStanding: boolean;
  bySms: boolean;
  reason: string | null;
  /** How long it can wait, seconds. */
  seconds: number;
}

/**
 * Commands the device in a vehicle to stop or resume the engine, and cancels engine commands that wait for the same
 * vehicle.
 * @throws AppError `not-found` outside the scope, `conflict` if there is no device or it does not support the command
 */
export function makeEngineCommand(
  database: Database,
  scope: Scope,
  actor: Actor,
  command: EngineCommand,
): Promise<{ command: Command; deviceId: number }> {
  return inTransaction(database, async (db) => {
    const organisationId = await lockVehicle(db, scope, command.vehicleId);
    const { deviceId, protocol } = await readCommandTarget(db, command.vehicleId);
    if (deviceId === null) throw new AppError('conflict', 'no-device-in-vehicle');
    const kinds = command.bySms ? smsKindsOf(protocol) : kindsOf(protocol);
    if (!kinds.includes(command.kind)) throw new AppError('conflict', 'command-not-taken');
    if (command.bySms && !(await simNumbers(db, [command.vehicleId])).has(command.vehicleId))
      throw new AppError('conflict', 'no-sim-number');
    const { content } = command.bySms
      ? smsWordsOf(protocol, { ...EMPTY_OPTIONS, kind: command.kind })
      : { content: null };
    // A waiting stop would undo a resume hours later, so at most one can wait. It is exempt from the quota: other
    // commands to the device must not prevent an engine stop.
    await cancelEngineCommands(db, actor, command.vehicleId);
    const id = await audited(db, actor, { subject: 'command', id: null, action: 'send' }, async () => {
      const made = await db.query<{ id: string }>(
        `INSERT INTO device_commands (organisation_id, device_id, vehicle_id, kind, when_standing, reason, made_by,
           expires_at, by_sms, content, protocol)
         VALUES ($1, $2, $3, $4, $5, $6, $7, now() + make_interval(secs => $8), $9, $10, $11) RETURNING id`,
        [
          organisationId,
          deviceId,
          command.vehicleId,
          command.kind,
          command.whenStanding,
          command.reason,
          actor.userId,
          command.seconds,
          command.bySms,
          content,
          content === null ? null : protocol,
        ],
      );
      return Number(onlyRow(made).id);
    });
    return { command: await getCommand(db, scope, id), deviceId };
  });
}

async function cancelEngineCommands(db: Queryable, actor: Actor, vehicleId: number): Promise<void> {
  const { rows } = await db.query<{ id: string }>(
    `SELECT id FROM device_commands WHERE vehicle_id = $1 AND state = 'waiting' AND kind IN ('engineStop', 'engineResume')
     ORDER BY id FOR UPDATE`,
    [vehicleId],
  );
  for (const { id } of rows) await cancelLocked(db, actor, Number(id));
}

/** @throws AppError `not-found` outside the scope, `conflict` for a command that no longer waits */
export function cancelCommand(database: Database, scope: Scope, actor: Actor, id: number): Promise<Command> {
  return inTransaction(database, async (db) => {
    await getCommand(db, scope, id);
    const { rows } = await db.query<{ state: string }>('SELECT state FROM device_commands WHERE id = $1 FOR UPDATE', [
      id,
    ]);
    if (!rows[0]) throw noCommand();
    if (rows[0].state !== 'waiting') throw new AppError('conflict', 'command-over');
    await cancelLocked(db, actor, id);
    return getCommand(db, scope, id);
  });
}

const cancelLocked = (db: Queryable, actor: Actor, id: number) =>
  audited(db, actor, { subject: 'command', id, action: 'cancel' }, async () => {
    await db.query(`UPDATE device_commands SET state = 'cancelled', ended_at = now() WHERE id = $1`, [id]);
    return id;
  });
