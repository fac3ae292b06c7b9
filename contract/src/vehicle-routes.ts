import { z } from 'zod';
import { DriverObstacle, OverrideReason, VehicleObstacle } from './availability-routes.ts';
import { EngineStop } from './command-routes.ts';
import { SensorShown } from './sensor-routes.ts';
import { Empty, Id, Instant, listInput, listOutput, optionalText, Place, searchText, text, Version } from './common.ts';
import { DeviceFault } from './device-fault.ts';
import { AtTheWheel, DriverContact } from './who-drove.ts';
import { Moved, MovedFilter } from './moved.ts';
import { OwnFilter, OwnValue, OwnValues } from './own-field-routes.ts';
import { grant, route } from './route.ts';
import { VEHICLE_TYPES } from './vehicle-kinds.ts';
import { StatusInput, VehicleDetails, VehicleDetailsInput, VehicleStatus } from './vehicle-fields.ts';

export const VehicleType = z.enum(VEHICLE_TYPES);
export type VehicleType = z.infer<typeof VehicleType>;

export const Vehicle = z.object({
  id: Id,
  registration: z.string(),
  type: VehicleType,
  make: z.string().nullable(),
  model: z.string().nullable(),
  chassisNumber: z.string().nullable(),
  engineNumber: z.string().nullable(),
  groupId: Id.nullable(),
  groupName: z.string().nullable(),
  /** Its usual driver. */
  driverId: Id.nullable(),
  driverName: z.string().nullable(),
  /** Why that driver must not drive now. */
  driverObstacle: DriverObstacle.nullable(),
  /** Why the vehicle is out of service now: its status, or a work order. */
  obstacle: VehicleObstacle.nullable(),
  /** The device installed now. */
  deviceId: Id.nullable(),
  deviceIdentity: z.string().nullable(),
  deviceProtocol: z.string().nullable(),
  /** The newest moment that its device told of: what was sent from memory today may tell of yesterday. */
  lastHeardAt: Instant.nullable(),
  moved: Moved.nullable(),
  version: Version,
  ...VehicleDetails.shape,
  /** What the organisation's own fields say. */
  own: z.array(OwnValue),
});
export type Vehicle = z.infer<typeof Vehicle>;

export const VehicleInput = z.object({
  id: Id.optional(),
  registration: text(20),
  type: VehicleType.default('car'),
  make: optionalText(50),
  model: optionalText(50),
  chassisNumber: optionalText(30),
  engineNumber: optionalText(30),
  groupId: Id.nullish().transform((id) => id ?? null),
  driverId: Id.nullish().transform((id) => id ?? null),
  /** Where the usual driver must not drive. */
  overrideReason: OverrideReason,
  /** Installs this device from now on; null takes the present one out; left out changes nothing. */
  deviceId: Id.nullable().optional(),
  version: Version.optional(),
  ...VehicleDetailsInput.shape,
  ...StatusInput.shape,
  own: OwnValues,
});

/** A row of the list: with what its meters show. */
const ListedVehicle = Vehicle.extend({
  /** As they are counted now, metres and seconds; null without a reading. */
  odometerM: z.number().nullable(),
  engineHoursS: z.number().nullable(),
  /** It had a subscription, and none runs. */
  expired: z.boolean(),
});
export type ListedVehicle = z.infer<typeof ListedVehicle>;

const Ref = z.object({ id: Id, name: z.string() });
const VehicleGroup = Ref.extend({ version: Version });

const vehicles = grant('vehicles');

export const vehicleRoutes = {
  'get-vehicle-list': route({
    access: vehicles('view'),
    limited: 'allowed',
    bounds: { 'rows[].own[]': 'MOST_OWN_FIELDS of the contract' },
    input: listInput(['registration', 'groupName', 'driverName', 'type', 'status', 'year', 'lastHeardAt']).extend({
      groupId: Id.optional(),
      status: VehicleStatus.optional(),
      tag: optionalText(30),
      own: OwnFilter,
      moved: MovedFilter,
    }),
    output: listOutput(ListedVehicle),
  }),
  /** What the form of a vehicle offers to choose from. */
  'get-vehicle-choices': route({
    access: vehicles('view'),
    limited: 'allowed',
    bounds: { 'places[]': 10000, 'tags[]': 'MOST_TAGS of the store' },
    input: Empty,
    output: z.object({
      places: z.array(Ref),
      placesTotal: z.number().int(),
      /** Tags that vehicles have, by name. */
      tags: z.array(z.string()),
      /** Whether there are vehicles that moved to another organisation. */
      moved: z.boolean(),
    }),
  }),
  'get-vehicle-by-id': route({
    access: vehicles('view'),
    limited: 'allowed',
    subject: 'vehicle',
    example: { id: 999_999 },
    bounds: { 'vehicle.own[]': 'MOST_OWN_FIELDS of the contract' },
    input: z.object({ id: Id }),
    output: z.object({ vehicle: Vehicle }),
  }),
  'save-vehicle': route({
    access: vehicles('save'),
    limited: 'allowed',
    subject: 'vehicle',
    example: { registration: 'SBA 1' },
    bounds: { 'vehicle.own[]': 'MOST_OWN_FIELDS of the contract' },
    input: VehicleInput,
    output: z.object({ vehicle: Vehicle }),
  }),
  /** Hides the vehicle and takes its device out; `restore-vehicle` undoes it. Positions are kept. */
  'delete-vehicle': route({
    access: vehicles('delete'),
    limited: 'allowed',
    subject: 'vehicle',
    example: { id: 999_999 },
    input: z.object({ id: Id }),
    output: Empty,
  }),
  'restore-vehicle': route({
    access: vehicles('delete'),
    limited: 'allowed',
    subject: 'vehicle',
    example: { id: 999_999 },
    bounds: { 'vehicle.own[]': 'MOST_OWN_FIELDS of the contract' },
    input: z.object({ id: Id }),
    output: z.object({ vehicle: Vehicle }),
  }),
  'get-group-list': route({
    access: vehicles('view'),
    limited: 'allowed',
    bounds: { 'rows[]': 10000 },
    input: Empty,
    output: listOutput(VehicleGroup),
  }),
  'save-group': route({
    access: vehicles('edit'),
    limited: 'denied',
    subject: 'group',
    example: { name: 'North' },
    input: z.object({ id: Id.optional(), name: text(60), version: Version.optional() }),
    output: z.object({ group: VehicleGroup }),
  }),
  /** Drivers to choose from: those whose name or number holds the text, and the one with this id. */
  'get-driver-choices': route({
    access: vehicles('view'),
    limited: 'allowed',
    bounds: { 'rows[]': 50 },
    input: z.object({ search: searchText(100), chosenId: Id.optional() }),
    output: listOutput(Ref),
  }),
  /** A driver by name alone, from the form of a vehicle. */
  'name-driver': route({
    access: vehicles('edit'),
    limited: 'denied',
    example: { name: 'Ana' },
    input: z.object({ name: text(80) }),
    output: z.object({ driver: Ref }),
  }),
  /** Where the vehicle went: at most `maxPoints` places of the range without impossible fixes, simplified, in order of time. */
  'get-vehicle-track': route({
    access: { menu: 'live-map', action: 'view' },
    limited: 'allowed',
    weight: 'heavy',
    example: { vehicleId: 999_999, from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' },
    bounds: { 'points[]': 'maxPoints of the input' },
    input: z.object({
      vehicleId: Id,
      from: Instant,
      to: Instant,
      maxPoints: z.number().int().min(2).max(20_000).default(2000),
    }),
    output: z.object({
      /** [lat, lon, epoch milliseconds, km/h] */
      points: z.array(z.tuple([z.number(), z.number(), z.number(), z.number()])),
      /** Plausible fixes in the range before simplification. */
      fixes: z.number().int(),
    }),
  }),
  /** What the card of the live map shows beyond the live state. */
  'get-vehicle-now': route({
    access: { menu: 'live-map', action: 'view' },
    limited: 'allowed',
    subject: 'vehicle',
    example: { id: 999_999 },
    bounds: {
      'sensors[]': 'MOST_SENSORS of the contract, twice: of the vehicle and of its profile',
      'vehicle.own[]': 'MOST_OWN_FIELDS of the contract',
    },
    input: z.object({ id: Id }),
    output: z.object({
      vehicle: Vehicle,
      position: Place.extend({ fixTime: Instant, receivedAt: Instant, speedKph: z.number() }).nullable(),
      place: z.string().nullable(),
      wheel: AtTheWheel,
      /** How the driver is reached; null where nobody is known to drive. */
      contact: DriverContact.nullable(),
      /** Null where the engine was not stopped by command, or is resumed. */
      engineStop: EngineStop.nullable(),
      /** Of the newest message. */
      sensors: z.array(SensorShown),
      /** As the device named them (see `Attributes` of the protocols), newest report that had any. */
      attributes: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())])),
      /** What the device's clock says where that cannot be (any year): its reports enter no trips. Null where it is right. */
      clockSays: z.string().nullable(),
      /** Metres of the vehicle's own meter: its newest reading and what was tracked since; null without a reading. */
      odometerM: z.number().nullable(),
      /** What the device showed wrong in the last days. */
      faults: z.array(DeviceFault),
    }),
  }),
};
