import { z } from 'zod';
import { Id, listOutput, searchText } from './common.ts';
import { MOST_MOVED, MOVE_OBSTACLES, MOVE_RECORDS, MOVED_HISTORIES } from './move-kinds.ts';
import { grant, route } from './route.ts';

const organisation = { organisationId: Id };
const VehicleMove = z.object({
  vehicleIds: z.array(Id).min(1).max(MOST_MOVED),
  /** The target: one of those listed by `preview-move-targets`. */
  ...organisation,
  /** Whether the device in a vehicle moves with it; otherwise it stays in the present organisation, in no vehicle. */
  withDevice: z.boolean(),
  /**
   * `goes`: the other organisation also receives the earlier data and computes trips, stops, visits, alarms and day
   * totals from it by its own rules, geofences and time zone; also meter readings, sensors and workshop times.
   */
  history: z.enum(MOVED_HISTORIES).default('stays'),
  /**
   * Undoes a move without the device: the returning vehicle gets its device back, unless that is in another vehicle.
   */
  rejoin: z.boolean().default(false),
});
const DeviceMove = z.object({
  deviceIds: z.array(Id).min(1).max(MOST_MOVED),
  ...organisation,
  /**
   * Undoes a move: the returning device is installed again in its former vehicle, unless that has another device since.
   */
  rejoin: z.boolean().default(false),
});

const Count = z.object({ what: z.enum(MOVE_RECORDS), count: z.number().int() });

/** The effects of a move in numbers, and its obstacles. */
export const MovePreview = z.object({
  /** What has to be finished or changed first, by vehicle or device. */
  obstacles: z.array(
    z.object({
      kind: z.enum(MOVE_OBSTACLES),
      name: z.string(),
      /** The vehicle, or the vehicle of the device. */
      vehicleId: Id.nullable(),
      count: z.number().int(),
    }),
  ),
  /** Moves to the other organisation. */
  goes: z.array(Count),
  /** Stays and remains visible here. */
  stays: z.array(Count),
  /** Ends with the move. */
  ends: z.array(Count),
});
export type MovePreview = z.infer<typeof MovePreview>;

/**
 * The records before and after, the organisation of each, and whether a vehicle was separated from its device. A large
 * move is done in parts; records that met an obstacle meanwhile are not included.
 */
const Moved = z.object({
  moved: z.array(z.object({ from: Id, to: Id, organisationId: Id, parted: z.boolean() })),
});

const vehicles = grant('vehicles');
const devices = grant('devices');

export const moveRoutes = {
  /**
   * The organisations that the caller manages and that contain none of these records: the first fifty whose name
   * contains the text.
   */
  'preview-move-targets': route({
    access: { menu: 'vehicles', or: ['devices'], action: 'delete' },
    limited: 'denied',
    bounds: { 'rows[]': 50 },
    input: z.object({
      search: searchText(100),
      vehicleIds: z.array(Id).max(MOST_MOVED).default([]),
      deviceIds: z.array(Id).max(MOST_MOVED).default([]),
    }),
    output: listOutput(z.object({ id: Id, name: z.string() })),
  }),
  /** The effects of `move-vehicles`. Changes nothing. */
  'preview-vehicle-move': route({
    access: vehicles('delete'),
    limited: 'denied',
    weight: 'heavy',
    example: { vehicleIds: [999_999], organisationId: 999_999, withDevice: true },
    bounds: {
      'obstacles[]': 'one of each kind for each of a hundred, by the input',
      'goes[]': 'kinds that the code knows',
      'stays[]': 'kinds that the code knows',
      'ends[]': 'kinds that the code knows',
    },
    input: VehicleMove,
    output: MovePreview,
  }),
  /**
   * Moves vehicles to another organisation that the caller manages. The present organisation keeps each vehicle with
   * its past, marked as moved; the other organisation gets a vehicle that begins now, with the same properties and
   * meters and, on request, its device. A returning vehicle continues its earlier record. Requires the rights to create
   * and delete vehicles (with a device: devices as well).
   */
  'move-vehicles': route({
    access: vehicles('delete'),
    limited: 'denied',
    example: { vehicleIds: [999_999], organisationId: 999_999, withDevice: true },
    bounds: { 'moved[]': 'one for each id that the call names' },
    input: VehicleMove,
    output: Moved,
  }),
  /** The effects of `move-devices`. Changes nothing. */
  'preview-device-move': route({
    access: devices('delete'),
    limited: 'denied',
    weight: 'heavy',
    example: { deviceIds: [999_999], organisationId: 999_999 },
    bounds: {
      'obstacles[]': 'one of each kind for each of a hundred, by the input',
      'goes[]': 'kinds that the code knows',
      'stays[]': 'kinds that the code knows',
      'ends[]': 'kinds that the code knows',
    },
    input: DeviceMove,
    output: MovePreview,
  }),
  /**
   * Moves devices without their vehicles to another organisation that the caller manages. The vehicles stay with all
   * data recorded until now; the other organisation gets each device in no vehicle, and its reports from now on.
   * Requires the rights to create and delete devices.
   */
  'move-devices': route({
    access: devices('delete'),
    limited: 'denied',
    example: { deviceIds: [999_999], organisationId: 999_999 },
    bounds: { 'moved[]': 'one for each id that the call names' },
    input: DeviceMove,
    output: Moved,
  }),
};
