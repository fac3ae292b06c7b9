/** `npm run -s bench:moves`: how long others wait for the lock of installations while a hundred vehicles move to another organisation. */
import { setTimeout as delay } from 'node:timers/promises';
import { createPool } from '@milepost/server/database/pool';
import { inTransaction } from '@milepost/server/store/database';
import { lockInstallations } from '@milepost/server/store/fleet/change-installations';
import { moveVehicles } from '@milepost/server/store/moves/move-vehicles';
import { withDatabase } from './system/with-database.ts';

/** People who swap a device elsewhere meanwhile should not notice. */
const LONGEST_MS = 1000;
const PAUSE_MS = 20;

interface MovesFigures {
  vehicles: number;
  tookMs: number;
  /** The longest wait of a process that takes the lock repeatedly. */
  longestWaitMs: number;
}

/** Moves vehicles with their devices, while somebody of another organisation changes installations. */
async function benchMoves(vehicles: number): Promise<MovesFigures> {
  return withDatabase(vehicles, async ({ database: { url }, logger, stops }) => {
    const database = createPool(url, logger);
    stops.push(() => database.end());
    const { rows } = await database.query<{ from: number; to: number; ids: number[] }>(
      `WITH made AS (INSERT INTO organisations (name) VALUES ('Elsewhere') RETURNING id)
       SELECT v.organisation_id AS "from", made.id AS "to", array_agg(v.id ORDER BY v.id) AS ids
       FROM vehicles v, made GROUP BY 1, 2`,
    );
    const [fleet] = rows;
    if (!fleet) throw new Error('no vehicles');
    const scope = { organisationId: fleet.from, organisationIds: [fleet.from, fleet.to], root: true, limit: null };
    const over = new AbortController();
    let longestWaitMs = 0;
    const waiting = async () => {
      while (!over.signal.aborted) {
        const began = performance.now();
        await inTransaction(database, (db) => lockInstallations(db));
        longestWaitMs = Math.max(longestWaitMs, performance.now() - began);
        await delay(PAUSE_MS);
      }
    };
    const waiter = waiting();
    const began = performance.now();
    const nobody = { userId: null, username: null, address: null };
    let moved = 0;
    const move = { vehicleIds: fleet.ids, organisationId: fleet.to, withDevice: true, history: 'stays' as const };
    for await (const piece of moveVehicles(database, scope, nobody, move)) moved += piece.moved.length;
    const tookMs = performance.now() - began;
    over.abort();
    await waiter;
    return { vehicles: moved, tookMs: Math.round(tookMs), longestWaitMs: Math.round(longestWaitMs) };
  });
}

const figures = await benchMoves(100);
process.stdout.write(`${JSON.stringify(figures)}\n`);
process.exitCode = figures.longestWaitMs <= LONGEST_MS ? 0 : 1;
