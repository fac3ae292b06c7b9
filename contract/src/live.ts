import { z } from 'zod';
import { AlarmRow } from './alarm-routes.ts';
import { DRIVER_OBSTACLES, VEHICLE_OBSTACLES } from './availability-kinds.ts';
import { Id } from './common.ts';
import { DeviceContact, DeviceContactFilter } from './device-routes.ts';
import { VEHICLE_STATUSES } from './live-constants.ts';
import { VehicleType } from './vehicle-routes.ts';

/** So many times out of service are sent of a vehicle. */
export const MOST_OUT = 5;

/** What changes rarely. */
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
  /** Times from now on in which it is out of service, the earliest first, epoch milliseconds; null: unbounded. */
  out: z
    .array(z.object({ kind: z.enum(VEHICLE_OBSTACLES), from: z.number().nullable(), to: z.number().nullable() }))
    .max(MOST_OUT),
  deviceIdentity: z.string().nullable(),
  /** Its title, as people call it. */
  protocol: z.string().nullable(),
});
export type LiveVehicle = z.infer<typeof LiveVehicle>;

const Millis = z.number();
/**
 * What changes with every fix, by position to keep it small:
 * id, status code, status since, lat, lon, km/h, course, fix time, newest moment told of, flags, satellites, battery %, power V, rssi.
 * Times are epoch milliseconds; null where unknown.
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

/** A vehicle's critical alarms that nobody acknowledged: the newest of them, and how many there are. */
export const CriticalAlarm = z.object({
  vehicleId: Id,
  alarmId: Id,
  ruleName: z.string(),
  /** Epoch milliseconds. */
  start: Millis,
  count: z.number().int().positive(),
});
export type CriticalAlarm = z.infer<typeof CriticalAlarm>;

/** Server to browser. `at` is the server's clock, epoch milliseconds. */
export const ServerFrame = z.discriminatedUnion('t', [
  /**
   * Everything the session may see, in one or more frames from the one that says `begin` to the one that is `complete`. Of
   * what the browser held, it then forgets the vehicles that it was not told of since the beginning.
   */
  z.object({
    t: z.literal('snapshot'),
    at: Millis,
    begin: z.boolean(),
    complete: z.boolean(),
    vehicles: z.array(LiveVehicle),
    states: z.array(LiveState),
  }),
  /** Newest state of vehicles that changed; at most one each. */
  z.object({ t: z.literal('states'), at: Millis, states: z.array(LiveState) }),
  /** Vehicles that were added or changed, and ids that are gone. */
  z.object({ t: z.literal('vehicles'), at: Millis, changed: z.array(LiveVehicle), removed: z.array(Id) }),
  /**
   * Vehicles whose critical alarms changed, and those without any now. With `begin` the browser forgets what it held. Sent
   * to those who may see alarms.
   */
  z.object({
    t: z.literal('critical'),
    at: Millis,
    begin: z.boolean(),
    alarms: z.array(CriticalAlarm),
    gone: z.array(Id),
  }),
  /** Where watched vehicles are, in words: [id, place]. */
  z.object({ t: z.literal('places'), at: Millis, places: z.array(z.tuple([Id, z.string().nullable()])) }),
  z.object({ t: z.literal('knock'), at: Millis, knock: DeviceContact }),
  /** Something new for the bell; `unread` is how many notifications this person has not read. */
  z.object({ t: z.literal('notification'), at: Millis, unread: z.number().int() }),
  /**
   * Alarms as they are now, at most one each; also those that were cleared. `gone` are ids that are no more. With
   * `begin` the browser forgets what it held: the open alarms follow, in one or more frames up to the one that is
   * `complete`. `total` is how many are open, which may be more than are sent.
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
  /** The past of these vehicles was made again: figures of it that are shown may be others now. */
  z.object({ t: z.literal('facts'), at: Millis, vehicles: z.array(Id) }),
  /** Addresses that this browser was shown a town for are known now. */
  z.object({ t: z.literal('addresses'), at: Millis }),
  /** What happened, or is expected, on these runs is another now. */
  z.object({ t: z.literal('runs'), at: Millis, runs: z.array(Id) }),
  /** Sent every few seconds when nothing else is: silence longer than 15 s means that the connection is dead. */
  z.object({ t: z.literal('beat'), at: Millis }),
]);
export type ServerFrame = z.infer<typeof ServerFrame>;

/** Browser to server. */
export const ClientFrame = z.discriminatedUnion('t', [
  /**
   * What is on the screen: states inside `bounds` [west, south, east, north] and of `watch` come at full rate, of others
   * when their status changes and every 10 s. Null bounds: no map is open.
   */
  z.object({
    t: z.literal('view'),
    bounds: z.tuple([z.number(), z.number(), z.number(), z.number()]).nullable(),
    watch: z.array(Id).max(500),
  }),
  /** Whether to send knocks, and which (needs view on the menu connect-device). */
  z.object({ t: z.literal('knocks'), on: z.boolean(), filter: DeviceContactFilter.optional() }),
  /** Which alarms to send (needs view on alarms or alarm-monitor): the open ones and then changes, or changes alone. */
  z.object({ t: z.literal('alarms'), want: z.enum(['open', 'changes', 'none']) }),
  /** Whether to say which runs changed (needs view on distribution or routes). */
  z.object({ t: z.literal('runs'), on: z.boolean() }),
]);
export type ClientFrame = z.infer<typeof ClientFrame>;

/** Frames of one call: the last of each kind. */
const MOST_FRAMES = 4;

/** What a browser whose WebSocket is refused on the way calls with; null: its first call. */
export const LiveCall = z.object({
  channel: z
    .string()
    .max(40)
    .regex(/^[\w-]*$/)
    .nullable(),
  /** The number of the last answer that arrived. */
  seen: z
    .number()
    .int()
    .min(0)
    .max(2 ** 31),
  frames: z.array(ClientFrame).max(MOST_FRAMES),
});
export type LiveCall = z.infer<typeof LiveCall>;

/** Frames as the WebSocket would have sent them, each as JSON. Another channel than the one called with begins anew. */
export const LiveFrames = z.object({ channel: z.string(), number: z.number().int(), frames: z.array(z.string()) });
export type LiveFrames = z.infer<typeof LiveFrames>;
