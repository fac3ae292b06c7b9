import { fault } from '@milepost/contract/fault';
import type { ParsedInput } from '@milepost/contract/operation';
import type { WholeRun } from '@milepost/contract/route-run-operations';
import type { Operations } from '@milepost/contract/operations';
import { fieldError } from '../../errors.ts';
import type { Queryable } from '../database.ts';
import { onlyRow } from '../rows.ts';
import { type Scope, seesVehicle } from '../scope.ts';
import { findBusy } from './make-runs.ts';
import type { TimedRun } from './run-times.ts';

type Wish = Pick<ParsedInput<Operations['change-run']>, 'vehicleId' | 'vehicleFrom'>;
type Span = Pick<TimedRun, 'startsS' | 'endsS'>;

/** How long before its start a vehicle can take over a run, s. */
const EARLY_S = 2 * 3600;

/**
 * Since when the chosen vehicle is on the run, seconds since 1970; null: from its start. Unchanged for the same
 * vehicle; null if the run has no vehicle yet, or if it has not begun.
 * @throws AppError `invalid` for a time before the run, or in the future
 */
export async function vehicleSince(
  db: Queryable,
  before: WholeRun,
  { vehicleId, vehicleFrom }: Wish,
  { startsS }: Span,
): Promise<number | null> {
  const { nowS, sinceS, begun } = onlyRow(
    await db.query<{ nowS: number; sinceS: number | null; begun: boolean }>(
      `SELECT extract(epoch FROM now())::float8 AS "nowS", extract(epoch FROM u.vehicle_from)::float8 AS "sinceS",
              f.begun_at IS NOT NULL AS begun
       FROM route_runs u LEFT JOIN run_facts f ON f.run_id = u.id WHERE u.id = $1`,
      [before.id],
    ),
  );
  if (vehicleId === (before.vehicle?.id ?? null)) return sinceS;
  if (vehicleFrom === 'start' || before.vehicles.length === 0) return null;
  if (vehicleFrom === 'now') return startsS > nowS && !begun ? null : nowS;
  const atS = Date.parse(vehicleFrom) / 1000;
  if (atS > nowS || atS < startsS - EARLY_S) throw fieldError('invalid', { vehicleFrom: 'vehicle-from-in-run' });
  return atS;
}

/**
 * Checks that none of the run's vehicles is on another run during its part.
 * @param next the vehicle that is on it from `fromS` on, seconds since 1970; null: none, or the run is cancelled
 * @throws AppError `conflict` at `vehicleId`
 */
export async function refuseBusy(
  db: Queryable,
  scope: Scope,
  next: { id: number; vehicleId: number | null; fromS: number | null },
  { startsS, endsS }: Span,
): Promise<void> {
  if (next.vehicleId === null) return;
  const fromS = next.fromS ?? -Infinity;
  const { rows: former } = await db.query<{ vehicleId: number; fromS: number; untilS: number }>(
    `SELECT vehicle_id AS "vehicleId", extract(epoch FROM from_time)::float8 AS "fromS",
            extract(epoch FROM until_time)::float8 AS "untilS"
     FROM run_vehicles WHERE run_id = $1 AND from_time < to_timestamp($2)`,
    [next.id, fromS],
  );
  const turns = [
    ...former.map((turn) => ({ ...turn, untilS: Math.min(turn.untilS, fromS) })),
    { vehicleId: next.vehicleId, fromS, untilS: Infinity },
  ];
  for (const turn of turns) {
    const span = { startsS: Math.max(startsS, turn.fromS), endsS: Math.min(endsS, turn.untilS) };
    const busy = span.startsS < span.endsS ? await findBusy(db, turn.vehicleId, span, next.id) : null;
    if (!busy) continue;
    const during = [busy.from.toISOString(), busy.to.toISOString()] as const;
    if (!seesVehicle(scope, turn.vehicleId)) {
      throw fieldError('conflict', { vehicleId: fault('former-vehicle-busy', { during }) });
    }
    const { vehicle } = onlyRow(
      await db.query<{ vehicle: string }>('SELECT registration AS vehicle FROM vehicles WHERE id = $1', [
        turn.vehicleId,
      ]),
    );
    throw fieldError('conflict', { vehicleId: fault('vehicle-busy', { vehicle, route: busy.route, during }) });
  }
}
