import { compareInstallations } from '../../facts/verify-facts.ts';
import type { Installation } from '../../store/fleet/installations.ts';
import { openCommandDatabase } from '../command-database.ts';
import { defineCommand, UsageError } from '../command.ts';
import { takeLowPriority } from '../low-priority.ts';

export const factsCompare = defineCommand({
  options: {
    vehicle: { value: 'REGISTRATION', help: 'compares only vehicles of this registration; otherwise all' },
  },
  details: `Recomputes trips, stops, visits, alarms and totals from the first stored position, writes nothing, and prints where the stored
ones differ. Ends with 1 if some do, or if a packed day is damaged: facts of that vehicle are compared from its end on. Days whose positions were deleted and changes of settings that are still being
recomputed show as differences; while the server runs, so may the newest facts. It takes about as long as a recomputation.`,
  run: async ({ config, logger, print, signal }, { vehicle }) => {
    takeLowPriority();
    const { database, close } = await openCommandDatabase(config(), logger);
    try {
      const { rows } = await database.query<{ id: number; registration: string }>(
        'SELECT id, registration FROM vehicles WHERE $1::text IS NULL OR registration = $1',
        [vehicle ?? null],
      );
      if (rows.length === 0 && vehicle !== undefined) throw new UsageError(`There is no vehicle "${vehicle}".`);
      const names = new Map(rows.map(({ id, registration }) => [id, registration]));
      const nameOf = ({ id, vehicleId }: Installation) => `${names.get(vehicleId)} (installation ${id})`;
      let compared = 0;
      let facts = 0;
      let different = 0;
      let damaged = 0;
      for await (const one of compareInstallations(database, ({ vehicleId }) => names.has(vehicleId))) {
        signal.throwIfAborted();
        compared += 1;
        facts += one.facts;
        damaged += one.damaged.length;
        for (const { message } of one.damaged) print(`${nameOf(one.installation)}: ${message}`);
        const kinds = Object.entries(one.differences);
        if (kinds.length === 0) continue;
        different += 1;
        const words = kinds.map(([kind, { missing, surplus }]) => `${kind}: ${missing} missing, ${surplus} surplus`);
        print(`${nameOf(one.installation)}: ${words.join('; ')}`);
      }
      print(
        `Compared ${facts} facts of ${compared} installations: ${different === 0 ? 'none differ' : `${different} differ`}.`,
      );
      if (damaged > 0) print('Facts up to the end of a damaged day were not compared.');
      return different + damaged === 0 ? 0 : 1;
    } finally {
      await close();
    }
  },
});
