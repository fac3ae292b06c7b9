import type { OperationOutput } from '@milepost/contract/operation';
import type { Operations } from '@milepost/contract/operations';
import type { Vehicle } from '@milepost/contract/vehicle-operations';
import { nameOf } from '../../places/load-places.ts';
import { may } from '../../auth/caller.ts';
import { readEngineStop } from '../../store/commands/command-choices.ts';
import { readShownSensors } from '../../store/sensors/sensors.ts';
import { readAtTheWheel } from '../../store/drivers/who-drove.ts';
import { readDeviceFaults } from '../../store/devices/device-faults.ts';
import { readTimeline } from '../../store/timeline/timeline.ts';
import { listStops, listTows, listTrips, listVehicleAlarms } from '../../store/timeline/list-facts.ts';
import { readVehicleDay, readVehicleDays } from '../../store/timeline/vehicle-day.ts';
import type { Queryable } from '../../store/database.ts';
import { readLastPlaces } from '../../store/fleet/last-places.ts';
import { readVehicleNow } from '../../store/fleet/vehicle-now.ts';
import { getVehicle } from '../../store/fleet/vehicles.ts';
import type { Handlers } from '../handler.ts';
import { readRange } from '../range.ts';

type Overview = OperationOutput<Operations['get-vehicle-overview']>;

/** The longest range of a list of facts, and of the bands drawn from them. */
const MAX_DAYS = 400;
const BAND_DAYS = 2;

/** The position of a vehicle; for one that moved to another organisation, the last one before the move. */
async function readPosition(db: Queryable, { id, moved }: Vehicle): Promise<Overview['position']> {
  if (moved === null) return (await readVehicleNow(db, id)).position;
  const last = (await readLastPlaces(db, [id], new Date(moved.at))).get(id);
  return last
    ? { lat: last.lat / 1e7, lon: last.lon / 1e7, fixTime: last.time.toISOString(), speedKph: last.speed / 10 }
    : null;
}

export const timelineHandlers = {
  'get-timeline': async (input, { services, caller }) => {
    const request = { ...input, ...readRange(input, BAND_DAYS) };
    const { rows, total } = await readTimeline(services.database, caller.scope, request, services.places.for(caller));
    const seesAlarms = may(caller, 'alarms', 'view');
    return { rows: seesAlarms ? rows : rows.map((row) => ({ ...row, alarms: [] })), total };
  },

  'get-trip-list': (input, { services, caller }) => {
    const request = { ...input, ...readRange(input, MAX_DAYS) };
    return listTrips(services.database, caller.scope, request, services.places.for(caller));
  },

  'get-stop-list': (input, { services, caller }) => {
    const request = { ...input, ...readRange(input, MAX_DAYS) };
    return listStops(services.database, caller.scope, request, services.places.for(caller));
  },

  'get-tow-list': (input, { services, caller }) => {
    const request = { ...input, ...readRange(input, MAX_DAYS) };
    return listTows(services.database, caller.scope, request, services.places.for(caller));
  },

  'get-vehicle-alarms': (input, { services, caller }) =>
    listVehicleAlarms(services.database, caller.scope, { ...input, ...readRange(input, MAX_DAYS) }),

  'get-vehicle-day': async (input, { services, caller }) => {
    const range = readRange(input, BAND_DAYS);
    const { id: vehicleId } = await getVehicle(services.database, caller.scope, input.vehicleId);
    const request = { vehicleId, ...range, alarms: may(caller, 'alarms', 'view') };
    return readVehicleDay(services.database, caller.scope, request, services.places.for(caller));
  },

  'get-vehicle-overview': async (input, { services, caller }) => {
    const vehicle = await getVehicle(services.database, caller.scope, input.vehicleId);
    const [position, wheel, days, faults, engineStop, sensors] = await Promise.all([
      readPosition(services.database, vehicle),
      readAtTheWheel(services.database, vehicle.id),
      readVehicleDays(services.database, caller.scope, input, new Date()),
      readDeviceFaults(services.database, [vehicle.id]),
      readEngineStop(
        services.database,
        vehicle.id,
        may(caller, 'engine-stop', 'view') || may(caller, 'commands', 'view'),
      ),
      readShownSensors(services.database, vehicle.id),
    ]);
    const place = await nameOf(services.database, services.places.for(caller), position);
    return { vehicle, position, place, wheel, engineStop, sensors, ...days, faults: faults.get(vehicle.id) ?? [] };
  },
} satisfies Pick<
  Handlers,
  | 'get-timeline'
  | 'get-trip-list'
  | 'get-stop-list'
  | 'get-tow-list'
  | 'get-vehicle-alarms'
  | 'get-vehicle-day'
  | 'get-vehicle-overview'
>;
