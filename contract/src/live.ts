import { z } from 'zod';
import { AlarmRow } from './alarm-operations.ts';
import { DRIVER_OBSTACLES, VEHICLE_OBSTACLES } from './availability-kinds.ts';
import { Id } from './common.ts';
import { DeviceContact, DeviceContactFilter } from './device-operations.ts';
import { VEHICLE_STATUSES } from './live-constants.ts';
import { VehicleType } from './vehicle-operations.ts';

/** The number of out-of-service times that are sent for a vehicle. */
export const MAX_OUT_OF_SERVICE_TIMES = 5;

/** The properties of a vehicle that rarely change. */
export const LiveVehicle = z.object({
  id: Id,
  registration: z.string(),
  type: VehicleType,
  makeModel: z.string().nullable(),
  groupId: Id.nullable(),
  groupName: z.string().nullable(),
  driverName: z.string().nullable(),
  /** Why that driver must not drive now. */
  driverObstacle: z.enum(DRIVER_OBSTACLES).nullable(),
  /** Present and future times out of service, earliest first, epoch milliseconds; null: unbounded. */
  out: z
    .array(z.object({ kind: z.enum(VEHICLE_OBSTACLES), from: z.number().nullable(), to: z.number().nullable() }))
    .max(MAX_OUT_OF_SERVICE_TIMES),
  deviceIdentity: z.string().nullable(),
  /** The display name of the protocol. */
  protocol: z.string().nullable(),
});
export type LiveVehicle = z.infer<typeof LiveVehicle>;

const Millis = z.number();
/**
 * The properties that change with every fix, by index to keep the frame small: id, status code, status since, lat, lon,
 * km/h, course, fix time, newest reported time, flags, satellites, battery %, power V, RSSI. Times are epoch
 * milliseconds; null if unknown.
 */
export const LiveState = z.tuple([
  Id,
  z
    .number()
    .int()
    .min(0)
    .max(VEHICLE_STATUSES.length - 1),
  Millis.nullable(),
  z.number().nullable(),
  z.number().nullable(),
  z.number(),
  z.number(),
  Millis.nullable(),
  Millis.nullable(),
  z.number().int(),
  z.number().nullable(),
  z.number().nullable(),
  z.number().nullable(),
  z.number().nullable(),
]);
export type LiveState = z.infer<typeof LiveState>;

/** The unacknowledged critical alarms of a vehicle: the newest one and their number. */
export const CriticalAlarm = z.object({
  vehicleId: Id,
  alarmId: Id,
  ruleName: z.string(),
  /** Epoch milliseconds. */
  start: Millis,
  count: z.number().int().positive(),
});
export type CriticalAlarm = z.infer<typeof CriticalAlarm>;

/** Frames from server to browser. `at` is the server's time, epoch milliseconds. */
export const ServerFrame = z.discriminatedUnion('t', [
  /**
   * All vehicles that the session can see, in one or more frames from the one with `begin` to the one with `complete`.
   * The browser then removes the vehicles that were not sent since the beginning.
   */
  z.object({
    t: z.literal('snapshot'),
    at: Millis,
    begin: z.boolean(),
    complete: z.boolean(),
    vehicles: z.array(LiveVehicle),
    states: z.array(LiveState),
  }),
  /** The newest state of changed vehicles; at most one each. */
  z.object({ t: z.literal('states'), at: Millis, states: z.array(LiveState) }),
  /** Vehicles that were added or changed, and the ids of removed ones. */
  z.object({ t: z.literal('vehicles'), at: Millis, changed: z.array(LiveVehicle), removed: z.array(Id) }),
  /**
   * Vehicles whose critical alarms changed, and those that have none any more. With `begin` the browser discards its
   * previous ones. Only sent to people who can see alarms.
   */
  z.object({
    t: z.literal('critical'),
    at: Millis,
    begin: z.boolean(),
    alarms: z.array(CriticalAlarm),
    gone: z.array(Id),
  }),
  /** The addresses of watched vehicles: [id, address]. */
  z.object({ t: z.literal('places'), at: Millis, places: z.array(z.tuple([Id, z.string().nullable()])) }),
  z.object({ t: z.literal('knock'), at: Millis, knock: DeviceContact }),
  /** A new notification for the bell; `unread` is the person's number of unread notifications. */
  z.object({ t: z.literal('notification'), at: Millis, unread: z.number().int() }),
  /**
   * The present state of alarms, at most one each, including cleared ones. `gone` lists the ids of alarms that no
   * longer exist. With `begin` the browser discards its previous ones: the open alarms follow, in one or more frames up
   * to the one with `complete`. `total` is the number of open alarms, which can exceed the number sent.
   */
  z.object({
    t: z.literal('alarms'),
    at: Millis,
    begin: z.boolean(),
    complete: z.boolean(),
    total: z.number().int().nullable(),
    alarms: z.array(AlarmRow),
    gone: z.array(Id),
  }),
  /** The past of these vehicles was recomputed: displayed figures may have changed. */
  z.object({ t: z.literal('facts'), at: Millis, vehicles: z.array(Id) }),
  /** Addresses for which this browser had only shown a town are now known. */
  z.object({ t: z.literal('addresses'), at: Millis }),
  /** The progress or the forecast of these runs changed. */
  z.object({ t: z.literal('runs'), at: Millis, runs: z.array(Id) }),
  /** Sent every few seconds if nothing else is: silence for more than 15 s means that the connection is dead. */
  z.object({ t: z.literal('beat'), at: Millis }),
]);
export type ServerFrame = z.infer<typeof ServerFrame>;

/** Frames from browser to server. */
export const ClientFrame = z.discriminatedUnion('t', [
  /**
   * The visible part of the screen: states inside `bounds` [west, south, east, north] and of `watch` are sent at the
   * full rate, others when their status changes and every 10 s. Null bounds: no map is open.
   */
  z.object({
    t: z.literal('view'),
    bounds: z.tuple([z.number(), z.number(), z.number(), z.number()]).nullable(),
    watch: z.array(Id).max(500),
  }),
  /** Whether to send device contacts, and which (requires view on the menu connect-device). */
  z.object({ t: z.literal('knocks'), on: z.boolean(), filter: DeviceContactFilter.optional() }),
  /**
   * Which alarms to send (requires view on alarms or alarm-monitor): the open ones and then changes, or only changes.
   */
  z.object({ t: z.literal('alarms'), want: z.enum(['open', 'changes', 'none']) }),
  /** Whether to report changed runs (requires view on distribution or routes). */
  z.object({ t: z.literal('runs'), on: z.boolean() }),
]);
export type ClientFrame = z.infer<typeof ClientFrame>;

/** The frames of one call: the last of each kind. */
const MAX_FRAMES = 4;

/** The input of a browser whose proxy refuses WebSockets; null `channel`: its first call. */
export const LiveCall = z.object({
  channel: z
    .string()
    .max(40)
    .regex(/^[\w-]*$/)
    .nullable(),
  /** The number of the last received reply. */
  seen: z
    .number()
    .int()
    .min(0)
    .max(2 ** 31),
  frames: z.array(ClientFrame).max(MAX_FRAMES),
});
export type LiveCall = z.infer<typeof LiveCall>;

/**
 * The frames that the WebSocket would have sent, each as JSON. If the reply has another channel than the call, the
 * exchange has started over.
 */
export const LiveFrames = z.object({ channel: z.string(), number: z.number().int(), frames: z.array(z.string()) });
export type LiveFrames = z.infer<typeof LiveFrames>;
