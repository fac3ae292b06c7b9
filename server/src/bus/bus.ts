import type { DeviceState } from '../store/devices/device-states.ts';

/** What roles tell each other. Small, and never the only copy: PostgreSQL stays the authority on what is durable. */
export interface BusEvents {
  /** Vehicles, devices or installations changed: caches reload these organisations. */
  'fleet-changed': { organisationId: number };
  /** Devices have another record from a moment on (epoch milliseconds): reports belong to the one of their time. */
  'devices-moved': { devices: readonly { from: number; to: number; at: number }[] };
  /** A login session ended (signed out, expired, ended elsewhere): its sockets close. */
  'session-ended': { sessionId: number };
  /** Role or organisation of people changed (null: of many): their sockets open anew with what they may see now. */
  'access-changed': { userId: number | null; roleId: number | null };
  /** There is news for the bell of a person. */
  notified: { userId: number; unread: number };
  /** A mail is to be sent; one of many after all others that wait. */
  'mail-waiting': { id: number; ofMany?: true };
  /** Somebody waits for the first position of a device; `identity` where they just adopted it. */
  'device-awaited': { deviceId: number; identity?: string };
  /** Something is to be asked of these devices as soon as they are there. */
  'command-made': { deviceIds: readonly number[] };
  /** A device answered to a command. */
  'command-ended': { deviceId: number; id: number };
  /** A network was shut out of the device ports, or let in again. */
  'blocked-networks-changed': Record<string, never>;
  /** How JSON messages of devices are read. */
  'json-profiles-changed': Record<string, never>;
  /** How frames in layouts of makers are read. */
  'layout-profiles-changed': Record<string, never>;
  /** Fences, alarm rules, thresholds or time zone of an organisation changed: what follows from positions does too. */
  'tracking-changed': { organisationId: number };
  /** Reports of the past are read another way since a person changed something, by the rules told of before. */
  'past-changed': { marks: readonly { installationId: number; lateAt: number }[] };
  /** What was told of a vehicle's past was made again, and is another now. */
  'facts-remade': { vehicleId: number; organisationId: number };
  /** What happened on runs is another now. */
  'runs-changed': { runs: readonly { runId: number; organisationId: number; vehicleId: number | null }[] };
  /** Addresses that people with these sessions wait for are known now. */
  'addresses-known': { sessionIds: readonly number[] };
  /** A person cleared an alarm: the state of its installation has to know. */
  'alarm-cleared': { installationId: number };
  /** Alarms that were raised, counted on, cleared or handled, after the commit that says so. */
  'alarms-changed': { alarms: readonly { id: number; vehicleId: number; organisationId: number }[] };
  /** The database refused to store for want of space; told again as long as it does. */
  'no-space': { at: number };
  /** Newest state of devices, after the commit that stored it. */
  stored: { states: readonly DeviceState[] };
}

export interface Bus {
  publish<Name extends keyof BusEvents>(name: Name, event: BusEvents[Name]): void;
  /** Returns how to stop listening. */
  subscribe<Name extends keyof BusEvents>(name: Name, listener: (event: BusEvents[Name]) => void): () => void;
}
