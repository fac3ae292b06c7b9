import { z } from 'zod';
import { Id, listOutput, searchText } from './common.ts';
import { MAX_MOVED_VEHICLES, MOVE_OBSTACLES, MOVE_RECORDS, MOVED_HISTORIES } from './move-kinds.ts';
import { grant, operation } from './operation.ts';

const organisation = { organisationId: Id };
const VehicleMove = z.object({
  vehicleIds: z.array(Id).min(1).max(MAX_MOVED_VEHICLES),
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
  deviceIds: z.array(Id).min(1).max(MAX_MOVED_VEHICLES),
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

export const moveOperations = {
  'preview-move-targets': operation({
    summary:
      'Returns organisations to which the given vehicles and devices can be moved: the first 50 that the caller manages, by part of their name.',
    access: { menu: 'vehicles', or: ['devices'], action: 'delete' },
    limited: 'denied',
    unversioned: 'rolls back what it tries',
    bounds: { 'rows[]': 50 },
    input: z.object({
      search: searchText(100),
      vehicleIds: z.array(Id).max(MAX_MOVED_VEHICLES).default([]),
      deviceIds: z.array(Id).max(MAX_MOVED_VEHICLES).default([]),
    }),
    output: listOutput(z.object({ id: Id, name: z.string() })),
  }),
  'preview-vehicle-move': operation({
    summary: 'Returns what `move-vehicles` would do. Nothing is changed.',
    access: vehicles('delete'),
    limited: 'denied',
    weight: 'heavy',
    errors: [404, 409],
    unversioned: 'rolls back what it tries',
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
  'move-vehicles': operation({
    summary:
      'Moves vehicles to another organisation that the caller manages. The present organisation keeps each vehicle with its past, marked as moved. The other one gets a vehicle that starts now, with its description, its meters and, on request, its device; a returning vehicle continues its former record. It requires the rights to create and to delete vehicles (with a device: devices too).',
    access: vehicles('delete'),
    limited: 'denied',
    audit: ['vehicle', 'device', 'assignment', 'route-run', 'route-plan'],
    errors: [404, 409],
    unversioned: 'moves whole records, whoever changed them last',
    example: { vehicleIds: [999_999], organisationId: 999_999, withDevice: true },
    bounds: { 'moved[]': 'one for each id that the call names' },
    input: VehicleMove,
    output: Moved,
  }),
  'preview-device-move': operation({
    summary: 'Returns what `move-devices` would do. Nothing is changed.',
    access: devices('delete'),
    limited: 'denied',
    weight: 'heavy',
    errors: [404, 409],
    unversioned: 'rolls back what it tries',
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
  'move-devices': operation({
    summary:
      'Moves devices without their vehicles to another organisation that the caller manages. The vehicles stay with all that was recorded; the other organisation gets each device without a vehicle, and what it reports from now on. It requires the rights to create and to delete devices.',
    access: devices('delete'),
    limited: 'denied',
    audit: ['vehicle', 'device'],
    errors: [404, 409],
    unversioned: 'moves whole records, whoever changed them last',
    example: { deviceIds: [999_999], organisationId: 999_999 },
    bounds: { 'moved[]': 'one for each id that the call names' },
    input: DeviceMove,
    output: Moved,
  }),
};
