import { fault } from '@milepost/contract/fault';
import { may } from '../../auth/caller.ts';
import { nameOf } from '../../places/load-places.ts';
import { readEngineStop } from '../../store/commands/command-choices.ts';
import { readDeviceFaults } from '../../store/devices/device-faults.ts';
import { readDriverContact } from '../../store/drivers/driver-contact.ts';
import { readAtTheWheel } from '../../store/drivers/who-drove.ts';
import { readMeterValues } from '../../store/fleet/meters.ts';
import { readVehicleNow } from '../../store/fleet/vehicle-now.ts';
import { getVehicle } from '../../store/fleet/vehicles.ts';
import { readShownSensors } from '../../store/sensors/sensors.ts';
import { readTrack } from '../../store/tracks/positions.ts';
import { readTrackBreaks } from '../../store/tracks/track-breaks.ts';
import type { Handlers } from '../handler.ts';
import { refused } from '../input.ts';
import { plausibleFixes } from '../plausible-fixes.ts';
import { shownContact } from '../shown-contact.ts';
import { thinTrack } from '../thin-track.ts';

/** The longest range of one track, in days: more fixes are a report, not a line on a map. */
const MAX_DAYS = 31;
/** Metres. Fixes closer to the line than this are omitted; the tolerance grows when there are too many points. */
const TOLERANCE_M = 1;
const DAY_MS = 86_400_000;

export const liveMapHandlers = {
  'get-vehicle-track': async ({ vehicleId, from, to, maxPoints }, { services, caller }) => {
    const [start, end] = [new Date(from), new Date(to)];
    if (end < start) throw refused({ to: 'not-before-start' });
    if (end.getTime() - start.getTime() > MAX_DAYS * DAY_MS) {
      throw refused({ to: fault('days-after-start', { most: MAX_DAYS }) });
    }
    await getVehicle(services.database, caller.scope, vehicleId);
    const breaks = await readTrackBreaks(services.database, vehicleId);
    const fixes = plausibleFixes(readTrack(services.database, vehicleId, start, end), breaks.wildKph);
    const options = { ...breaks, toleranceM: TOLERANCE_M, maxPoints, bounds: null };
    const { track, fixes: read } = await thinTrack(fixes, options, caller.scope.organisationId);
    const points = track.time.map((time, i): [number, number, number, number] => [
      (track.lat[i] ?? 0) / 1e7,
      (track.lon[i] ?? 0) / 1e7,
      time,
      (track.speed[i] ?? 0) / 10,
    ]);
    return { points, fixes: read };
  },

  'get-vehicle-now': async ({ id }, { services, caller }) => {
    const vehicle = await getVehicle(services.database, caller.scope, id);
    const [{ position, ...now }, wheel, faults, engineStop, sensors, meters] = await Promise.all([
      readVehicleNow(services.database, id),
      readAtTheWheel(services.database, id),
      readDeviceFaults(services.database, [id]),
      readEngineStop(services.database, id, may(caller, 'engine-stop', 'view') || may(caller, 'commands', 'view')),
      readShownSensors(services.database, id),
      readMeterValues(services.database, [id]),
    ]);
    const placeAt = services.places.for(caller);
    const place = now.isPrivate ? (placeAt.private ?? null) : await nameOf(services.database, placeAt, position);
    const contact = wheel.driver && shownContact(caller, await readDriverContact(services.database, wheel.driver.id));
    const odometerM = meters.get(id)?.odometerM ?? null;
    return {
      vehicle,
      position,
      place,
      wheel,
      contact,
      engineStop,
      sensors,
      odometerM,
      ...now,
      faults: faults.get(id) ?? [],
    };
  },
} satisfies Pick<Handlers, 'get-vehicle-track' | 'get-vehicle-now'>;

/** The live view by calls. */
export const liveHandlers = {
  'get-live-updates': async (input, { services, caller }) => services.liveCalls(caller, input),
} satisfies Pick<Handlers, 'get-live-updates'>;
