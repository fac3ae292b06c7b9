import { z } from 'zod';
import { Id, listOutput, searchText } from './common.ts';
import { MOST_MOVED, MOVE_OBSTACLES, MOVE_RECORDS, MOVED_HISTORIES } from './move-kinds.ts';
import { grant, route } from './route.ts';

const organisation = { organisationId: Id };
const VehicleMove = z.object({
  vehicleIds: z.array(Id).min(1).max(MOST_MOVED),
  /** Where they go: one of those that `preview-move-targets` lists. */
  ...organisation,
  /** Whether the device that is in a vehicle goes with it; else it stays where it is, in no vehicle. */
  withDevice: z.boolean(),
  /**
   * `goes`: the other organisation also gets what was recorded before, and makes trips, stops, visits, alarms and days of it by
   * its own rules, geofences and time zone; with meter readings, sensors and times in the workshop.
   */
  history: z.enum(MOVED_HISTORIES).default('stays'),
  /** To undo a move without the device: a vehicle that comes back has it again, where it is in no other vehicle. */
  rejoin: z.boolean().default(false),
});
const DeviceMove = z.object({
  deviceIds: z.array(Id).min(1).max(MOST_MOVED),
  ...organisation,
  /** To undo a move: a device that comes back is in the vehicle again that it was in when it left, where that has none since. */
  rejoin: z.boolean().default(false),
});

const Count = z.object({ what: z.enum(MOVE_RECORDS), count: z.number().int() });

/** What a move would do, in numbers, and what is in its way. */
export const MovePreview = z.object({
  /** What has to be finished or changed before, by vehicle or device. */
  obstacles: z.array(
    z.object({
      kind: z.enum(MOVE_OBSTACLES),
      name: z.string(),
      /** The vehicle, or the one that the device is in. */
      vehicleId: Id.nullable(),
      count: z.number().int(),
    }),
  ),
  /** Goes to the other organisation. */
  goes: z.array(Count),
  /** Stays, and is still seen here. */
  stays: z.array(Count),
  /** Ends with the move. */
  ends: z.array(Count),
});
export type MovePreview = z.infer<typeof MovePreview>;

/**
 * The records of before and of now, the organisation that each was in, and whether a vehicle and its device parted. Those of a
 * large move are moved some at a time: where something came in the way of the others meanwhile, they are not among them.
 */
const Moved = z.object({
  moved: z.array(z.object({ from: Id, to: Id, organisationId: Id, parted: z.boolean() })),
});

const vehicles = grant('vehicles');
const devices = grant('devices');

export const moveRoutes = {
  /** The organisations that the caller manages and that none of these is in: the first fifty whose name holds the text. */
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
  /** What `move-vehicles` would do. Changes nothing. */
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
   * Moves vehicles to another organisation that the caller manages. The present organisation keeps each with its past, as one that
   * has moved; the other one gets a vehicle that begins now, with what the vehicle is, its meters and, where wanted, its device.
   * One that comes back goes on with the record that it had. Needs to create and to delete vehicles (with a device: devices too).
   */
  'move-vehicles': route({
    access: vehicles('delete'),
    limited: 'denied',
    example: { vehicleIds: [999_999], organisationId: 999_999, withDevice: true },
    bounds: { 'moved[]': 'one for each id that the call names' },
    input: VehicleMove,
    output: Moved,
  }),
  /** What `move-devices` would do. Changes nothing. */
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
   * Moves devices alone to another organisation that the caller manages. Their vehicles stay, with all that was recorded until now;
   * the other organisation gets each in no vehicle, and what it reports from now on. Needs to create and to delete devices.
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
