import type { OperationOutput } from '@milepost/contract/operation';
import type { Operations } from '@milepost/contract/operations';
import { AppError } from '../../errors.ts';
import type { Queryable } from '../database.ts';
import { sealInstalled } from '../private-time/seal-installed.ts';
import type { DeviceMoved } from './device-moves.ts';

/** The result of one transaction of a move. */
export interface MoveResult {
  moved: OperationOutput<Operations['move-vehicles']>['moved'];
  /** The organisations whose fleet changed. */
  organisationIds: number[];
  /** For ingest, to be published after the commit. */
  devices: DeviceMoved[];
}

/**
 * Runs each batch in its own transaction. A fault of the first batch is thrown; one of a later batch ends the move
 * there.
 */
export async function* inPieces(
  ids: readonly number[],
  atOnce: number,
  move: (piece: number[]) => Promise<MoveResult>,
): AsyncGenerator<MoveResult> {
  for (let start = 0; start < ids.length; start += atOnce) {
    let result: MoveResult;
    try {
      result = await move(ids.slice(start, start + atOnce));
    } catch (error) {
      if (start === 0 || !(error instanceof AppError)) throw error;
      return;
    }
    yield result;
  }
}

/**
 * Reinstalls a device in a vehicle of its organisation as before, if neither has another installation since.
 * @param like the former installation
 * @returns true if it is in the vehicle now
 */
export async function installAs(
  db: Queryable,
  like: number,
  deviceId: number,
  vehicleId: number,
  at: string,
): Promise<boolean> {
  const { rows } = await db.query<{ id: number }>(
    `INSERT INTO installations (device_id, vehicle_id, installed_at, ignition_source, speed_factor, sim_number, sim_operator)
     SELECT d.id, v.id, $4, i.ignition_source, i.speed_factor, i.sim_number, i.sim_operator
     FROM installations i, devices d, vehicles v
     WHERE i.id = $1 AND d.id = $2 AND d.deleted_at IS NULL AND v.id = $3 AND v.deleted_at IS NULL AND v.moved_at IS NULL
       AND d.organisation_id = v.organisation_id AND NOT EXISTS (SELECT FROM installations o
         WHERE o.removed_at IS NULL AND (o.device_id = d.id OR o.vehicle_id = v.id))
     RETURNING id`,
    [like, deviceId, vehicleId, at],
  );
  for (const { id } of rows) await sealInstalled(db, id, Date.parse(at));
  return rows.length === 1;
}
