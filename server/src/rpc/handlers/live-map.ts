import { readTrack } from '../../store/positions.ts';
import { readVehicleNow } from '../../store/vehicle-now.ts';
import { getVehicle } from '../../store/vehicles.ts';
import type { Handlers } from '../handler.ts';
import { refused } from '../input.ts';
import { simplify } from '../simplify.ts';

/** Longest range of one track, days: more fixes than that are a report, not a line on a map. */
const MAX_DAYS = 31;
/** Fixes that are read at once: some 100 MB of memory. A device that reports each second sends so many in 4 days. */
const MAX_FIXES = 400_000;
const DAY_MS = 86_400_000;

export const liveMapHandlers = {
  'get-vehicle-track': async ({ vehicleId, from, to, maxPoints }, { services, caller }) => {
    const [start, end] = [new Date(from), new Date(to)];
    if (end < start) throw refused({ to: 'Must not be before the start.' });
    if (end.getTime() - start.getTime() > MAX_DAYS * DAY_MS) {
      throw refused({ to: `Must be at most ${MAX_DAYS} days after the start.` });
    }
    await getVehicle(services.database, caller.scope, vehicleId);
    const fixes = await readTrack(services.database, vehicleId, start, end, MAX_FIXES + 1);
    if (fixes.length > MAX_FIXES) throw refused({ to: `There are more than ${MAX_FIXES} fixes: choose less time.` });
    const points = simplify(fixes, maxPoints).map((fix): [number, number, number, number] => [
      fix.lat,
      fix.lon,
      fix.fixTime,
      fix.speedKph,
    ]);
    return { points, fixes: fixes.length };
  },

  'get-vehicle-now': async ({ id }, { services, caller }) => {
    const vehicle = await getVehicle(services.database, caller.scope, id);
    const { position, attributes } = await readVehicleNow(services.database, id);
    const place = position && services.placeAt(position.lat, position.lon);
    return { vehicle, position, place, attributes };
  },
} satisfies Pick<Handlers, 'get-vehicle-track' | 'get-vehicle-now'>;
