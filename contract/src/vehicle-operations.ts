import { z } from 'zod';
import { DriverObstacle, OverrideReason, VehicleObstacle } from './availability-operations.ts';
import { EngineStop } from './command-operations.ts';
import { SensorShown } from './sensor-operations.ts';
import {
  Empty,
  Id,
  Instant,
  listInput,
  listOutput,
  optionalText,
  Coordinates,
  searchText,
  text,
  Version,
} from './common.ts';
import { DeviceFault } from './device-fault.ts';
import { AtTheWheel, DriverContact } from './who-drove.ts';
import { Moved, MovedFilter } from './moved.ts';
import { OwnFilter, OwnValue, OwnValues } from './own-field-operations.ts';
import { ID_INPUT, recordCalls } from './record-calls.ts';
import { grant, operation } from './operation.ts';
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
  /** The newest time that its device reported about: data sent from memory today can be of yesterday. */
  lastHeardAt: Instant.nullable(),
  moved: Moved.nullable(),
  version: Version,
  ...VehicleDetails.shape,
  /** The values of the organisation's custom fields. */
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
  /** Required if the usual driver must not drive. */
  overrideReason: OverrideReason,
  /** Installs this device from now on; null removes the present one; left out: unchanged. */
  deviceId: Id.nullable().optional(),
  version: Version.optional(),
  ...VehicleDetailsInput.shape,
  ...StatusInput.shape,
  own: OwnValues,
});

/** A row of the list, with its meters. */
const ListedVehicle = Vehicle.extend({
  /** The present values in metres and seconds; null without a reading. */
  odometerM: z.number().nullable(),
  engineHoursS: z.number().nullable(),
  /** The vehicle had a subscription, but none is running now. */
  expired: z.boolean(),
});
export type ListedVehicle = z.infer<typeof ListedVehicle>;

const Ref = z.object({ id: Id, name: z.string() });
const VehicleGroup = Ref.extend({ version: Version });

const vehicles = grant('vehicles');

const vehicleCalls = recordCalls({
  view: vehicles('view'),
  remove: vehicles('delete'),
  limited: 'allowed',
  subject: 'vehicle',
  audit: ['vehicle', 'expense'],
  bounds: { 'vehicle.own[]': 'MAX_OWN_FIELDS of the contract' },
  output: z.object({ vehicle: Vehicle }),
});

export const vehicleOperations = {
  'get-vehicle-list': operation({
    summary: 'Lists vehicles, a page at a time.',
    access: vehicles('view'),
    limited: 'allowed',
    bounds: { 'rows[].own[]': 'MAX_OWN_FIELDS of the contract' },
    input: listInput(['registration', 'groupName', 'driverName', 'type', 'status', 'year', 'lastHeardAt']).extend({
      groupId: Id.optional(),
      status: VehicleStatus.optional(),
      tag: optionalText(30),
      own: OwnFilter,
      moved: MovedFilter,
    }),
    output: listOutput(ListedVehicle),
  }),
  'get-vehicle-choices': operation({
    summary: 'Returns the places, tags and values in use for the form of a vehicle.',
    access: vehicles('view'),
    limited: 'allowed',
    bounds: { 'places[]': 10000, 'tags[]': 'MAX_TAGS of the store' },
    input: Empty,
    output: z.object({
      places: z.array(Ref),
      placesTotal: z.number().int(),
      /** The tags of vehicles, by name. */
      tags: z.array(z.string()),
      /** Whether any vehicle moved to another organisation. */
      moved: z.boolean(),
    }),
  }),
  'get-vehicle-by-id': vehicleCalls.byId('Returns one vehicle.'),
  'save-vehicle': operation({
    summary: 'Creates or changes a vehicle.',
    access: vehicles('save'),
    limited: 'allowed',
    subject: 'vehicle',
    audit: ['vehicle', 'user'],
    errors: [404, 409],
    example: { registration: 'SBA 1' },
    bounds: { 'vehicle.own[]': 'MAX_OWN_FIELDS of the contract' },
    input: VehicleInput,
    output: z.object({ vehicle: Vehicle }),
  }),
  'delete-vehicle': vehicleCalls.deleted(
    'Deletes a vehicle and removes its device; `restore-vehicle` undoes it. Its positions stay.',
  ),
  'restore-vehicle': vehicleCalls.restored('Restores a deleted vehicle.'),
  'get-group-list': operation({
    summary: 'Lists vehicle groups.',
    access: vehicles('view'),
    limited: 'allowed',
    bounds: { 'rows[]': 10000 },
    input: Empty,
    output: listOutput(VehicleGroup),
  }),
  'save-group': operation({
    summary: 'Creates or renames a vehicle group.',
    access: vehicles('edit'),
    limited: 'denied',
    subject: 'group',
    audit: 'group',
    errors: [404, 409],
    oneRight: 'a group is a part of what vehicles are',
    example: { name: 'North' },
    input: z.object({ id: Id.optional(), name: text(60), version: Version.optional() }),
    output: z.object({ group: VehicleGroup }),
  }),
  'get-driver-choices': operation({
    summary: 'Returns drivers whose name or number contains the text, and the one with the given id.',
    access: vehicles('view'),
    limited: 'allowed',
    bounds: { 'rows[]': 50 },
    input: z.object({ search: searchText(100), chosenId: Id.optional() }),
    output: listOutput(Ref),
  }),
  'name-driver': operation({
    summary: 'Creates a driver by name alone, as the form of a vehicle does.',
    access: vehicles('edit'),
    limited: 'denied',
    audit: 'driver',
    unversioned: 'creates a new record',
    example: { name: 'Ana' },
    input: z.object({ name: text(80) }),
    output: z.object({ driver: Ref }),
  }),
  'get-vehicle-track': operation({
    summary:
      'Returns the path of a vehicle in a range: at most `maxPoints` points without impossible fixes, simplified, in order of time.',
    access: { menu: 'live-map', action: 'view' },
    limited: 'allowed',
    weight: 'heavy',
    errors: [404],
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
      /** The number of plausible fixes in the range before simplification. */
      fixes: z.number().int(),
    }),
  }),
  'get-vehicle-now': operation({
    summary: 'Returns what the card of the live map shows beyond the live state.',
    access: { menu: 'live-map', action: 'view' },
    limited: 'allowed',
    subject: 'vehicle',
    errors: [404],
    bounds: {
      'sensors[]': 'MAX_SENSORS of the contract, twice: of the vehicle and of its profile',
      'vehicle.own[]': 'MAX_OWN_FIELDS of the contract',
    },
    ...ID_INPUT,
    output: z.object({
      vehicle: Vehicle,
      position: Coordinates.extend({ fixTime: Instant, receivedAt: Instant, speedKph: z.number() }).nullable(),
      /** Present in private time: the position is the last public one. */
      isPrivate: z.literal(true).optional(),
      /** The address of the position, or the word for a private place; null if no known place is near. */
      place: z.string().nullable(),
      wheel: AtTheWheel,
      /** The contact data of the driver; null if no driver is known. */
      contact: DriverContact.nullable(),
      /** Null if the engine was not stopped by a command, or was resumed. */
      engineStop: EngineStop.nullable(),
      /** The values of the newest message. */
      sensors: z.array(SensorShown),
      /** In the names of the protocol (see `Attributes` of the protocols), from the newest report that had any. */
      attributes: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())])),
      /**
       * The time by the device's clock if that is impossible (any year): its reports are then not used for trips. Null
       * if it is plausible.
       */
      clockSays: z.string().nullable(),
      /**
       * The vehicle's own odometer in metres: its newest reading plus what was tracked since; null without a reading.
       */
      odometerM: z.number().nullable(),
      /** The faults of the device in the last days. */
      faults: z.array(DeviceFault),
    }),
  }),
};
