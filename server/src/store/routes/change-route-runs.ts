import { fault } from '@milepost/contract/fault';
import type { ParsedInput } from '@milepost/contract/operation';
import type { WholeRun } from '@milepost/contract/route-run-operations';
import type { Operations } from '@milepost/contract/operations';
import { fieldError } from '../../errors.ts';
import { type Actor, audited } from '../audit/audit.ts';
import { checkUse, readOverride } from '../availability/check-use.ts';
import { type Database, inTransaction } from '../database.ts';
import { checkQuota } from '../quotas.ts';
import type { Scope } from '../scope.ts';
import { readDriving } from '../distribution/learned-driving.ts';
import { checkVersion } from '../versions.ts';
import { checkParts, readStops } from './check-run-parts.ts';
import { getRun, lockRun } from './route-runs.ts';
import { readClock, type RunOrder, timeRun } from './run-times.ts';
import { changesOf } from './run-changes.ts';
import { refuseBusy, vehicleSince } from './run-turns.ts';
import { lockRuns, writeRunChanges, writeRunStops } from './write-run.ts';
import { lockHolds, requireDriverStays } from '../retention/require-unheld.ts';

type RunInput = ParsedInput<Operations['change-run']>;

const DAY_S = 86_400;

/**
 * Saves a run as changed by a person, with the person, the changes and the reason in its history. From then on its plan
 * no longer changes it.
 * @throws AppError `not-found`; `conflict` if the vehicle is on another run then, the run had too many vehicles, or
 * somebody else saved it meanwhile, or as `checkUse`; `invalid` for records of other organisations, if it takes longer
 * than a day, or if a vehicle would take over outside the run or in the future
 */
export function changeRun(database: Database, scope: Scope, actor: Actor, input: RunInput): Promise<WholeRun> {
  return inTransaction(database, async (db) => {
    const { id } = input;
    await lockHolds(db);
    const { organisationId: ofRun } = await getRun(db, scope, id);
    await lockRuns(db, ofRun);
    const { organisationId, zone } = await lockRun(db, scope, id);
    await checkVersion(db, 'route-run', id, input.version);
    const before = await getRun(db, scope, id);
    // Limited people would no longer see a run without a vehicle.
    if (input.vehicleId === null && scope.limit !== null) throw fieldError('invalid', { vehicleId: 'no-vehicle' });
    await checkParts(db, scope, organisationId, {
      vehicleId: input.vehicleId === before.vehicle?.id ? null : input.vehicleId,
      driverId: input.driverId === before.driver?.id ? null : input.driverId,
    });
    const there = new Set(before.stops.map(({ outlet }) => outlet.id));
    const order: RunOrder = {
      day: before.day,
      startMin: input.startMin,
      begin: before.beginDepot?.place ?? null,
      end: before.endDepot?.place ?? null,
      stops: await readStops(db, scope, organisationId, input.stops, there),
    };
    const drivingFrom = await readDriving(db, organisationId);
    const timed = timeRun(order, await readClock(db, zone, [order]), drivingFrom(input.startMin));
    const takes = timed.endsS - timed.startsS;
    if (takes > DAY_S) throw fieldError('invalid', { stops: fault('run-too-long', { takes: Math.round(takes) }) });
    await requireDriverStays(db, 'route_runs', id, {
      vehicleId: input.vehicleId,
      driverId: input.driverId,
      from: new Date(timed.startsS * 1000).toISOString(),
      to: new Date(timed.endsS * 1000).toISOString(),
    });
    const fromS = await vehicleSince(db, before, input, timed);
    const planned = input.state === 'planned';
    const override = await checkUse(
      db,
      actor,
      {
        vehicleId: planned ? input.vehicleId : null,
        driverId: planned ? input.driverId : null,
        fromMs: timed.startsS * 1000,
        toMs: timed.endsS * 1000,
      },
      {
        reason: input.overrideReason,
        formers: [
          await readOverride(db, 'route_runs', id),
          await readOverride(db, 'route_plans', before.planId ?? undefined),
        ],
      },
    );
    await refuseBusy(db, scope, { id, vehicleId: planned ? input.vehicleId : null, fromS }, timed);
    await audited(db, actor, { subject: 'route-run', id, action: 'change' }, async () => {
      await db.query(
        `UPDATE route_runs SET vehicle_id = $2, driver_id = $3, state = $4, starts_at = to_timestamp($5),
           ends_at = to_timestamp($6), driving_m = $7, driving_s = $8, touched_at = coalesce(touched_at, now()),
           vehicle_from = to_timestamp($9), load = $10, override = $11, version = version + 1, updated_at = now() WHERE id = $1`,
        [
          id,
          input.vehicleId,
          input.driverId,
          input.state,
          timed.startsS,
          timed.endsS,
          timed.drivingM,
          timed.drivingS,
          fromS,
          input.load === undefined ? before.load : input.load,
          override,
        ],
      );
      // Checks the number of the run's vehicles, because all of them are matched again with each contact of one.
      await checkQuota(db, 'run-vehicle', id);
      await writeRunStops(db, id, timed);
      return id;
    });
    const changes = changesOf(before, await getRun(db, scope, id), zone);
    if (override !== null && input.overrideReason !== null) {
      changes.push({ what: 'used-anyway', from: null, to: override.reason });
    }
    if (changes.length > 0 || input.why !== null) await writeRunChanges(db, id, actor, input.why, changes);
    return getRun(db, scope, id);
  });
}
