import type { DeviceContact } from '@milepost/contract/device-operations';
import type { SealedPlace } from '../store/private-time/seal-device-state.ts';
import type { ShownState } from './shown-state.ts';

/** Events between roles. Small, and never the only copy: PostgreSQL is authoritative for everything durable. */
export interface BusEvents {
  /** Vehicles, devices or installations changed: caches reload these organisations. */
  'fleet-changed': { organisationId: number };
  /** Devices have another record from a moment on (epoch milliseconds): reports belong to the record of their time. */
  'devices-moved': { devices: readonly { from: number; to: number; at: number }[] };
  /** A login session ended (signed out, expired, ended elsewhere): its sockets close. */
  'session-ended': { sessionId: number };
  /** Role or organisation of people changed (null for many): their sockets reconnect with their new access. */
  'access-changed': { userId: number | null; roleId: number | null };
  /** A person has a new notification. */
  notified: { userId: number; unread: number };
  /** A mail must be sent; one of many comes after all others that wait. */
  'mail-waiting': { id: number; ofMany?: true };
  /** A person waits for the first position of a device; `identity` when they just adopted it. */
  'device-awaited': { deviceId: number; identity?: string };
  /** A device began a conversation with a gateway, which has its commands from then on (epoch milliseconds). */
  'device-arrived': { deviceId: number; at: number; gateway: string };
  /** Commands for these devices are waiting. */
  'command-made': { deviceIds: readonly number[] };
  /** A device replied to a command. */
  'command-ended': { deviceId: number; id: number };
  /** A network was blocked from the device ports, or admitted again. */
  'blocked-networks-changed': Record<string, never>;
  /** The profiles for reading JSON messages of devices changed. */
  'json-profiles-changed': Record<string, never>;
  /** The profiles for reading frames in layouts of makers changed. */
  'layout-profiles-changed': Record<string, never>;
  /**
   * Geofences, alarm rules, thresholds or time zone of an organisation changed, and with them the facts that follow
   * from positions.
   */
  'tracking-changed': { organisationId: number };
  /**
   * Reports of the past are interpreted differently because a person changed something; published after the change
   * itself.
   */
  'past-changed': { marks: readonly { installationId: number; lateAt: number }[] };
  /** The newest places of devices became private, after the commit that hid them. */
  'places-sealed': { devices: readonly SealedPlace[] };
  /** Facts of a vehicle's past were recomputed and have changed. */
  'facts-recomputed': { vehicleId: number; organisationId: number };
  /** Facts of runs have changed. */
  'runs-changed': { runs: readonly { runId: number; organisationId: number; vehicleId: number | null }[] };
  /** Addresses that people with these sessions wait for are known now. */
  'addresses-known': { sessionIds: readonly number[] };
  /** A person cleared an alarm, which the state of its installation must take into account. */
  'alarm-cleared': { installationId: number };
  /** Alarms that were raised, counted on, cleared or handled, after the commit. */
  'alarms-changed': { alarms: readonly { id: number; vehicleId: number; organisationId: number }[] };
  /** The database refused a write for lack of space; repeated while that lasts. */
  'no-space': { at: number };
  /** The newest states of devices, after the commit that stored them. */
  stored: { states: readonly ShownState[] };
  /** Partitions of devices have other owners, or owners other addresses. */
  'ingest-owners-changed': Record<string, never>;
  /** A process with these roles is ready; what it knows of others, they have to tell it again. */
  'process-started': { roles: readonly string[] };
  /** Events of other processes may have been lost: whatever follows from events is read anew. Of one process alone. */
  'events-lost': Record<string, never>;
  /** Browsers show contacts of devices; repeated while they do. */
  'contacts-watched': Record<string, never>;
  /** Contacts of devices that changed, while browsers show them. */
  'contacts-changed': { contacts: readonly DeviceContact[] };
  /** A person searches for a device whose identity contains this. */
  'contact-awaited': { part: string };
  /** A person's work of this kind begins, which cancels their earlier one in whatever process. */
  'work-begun': { userId: number; work: 'dry-run' | 'proposal' | 'times' };
  /** A question to all processes that can answer it. */
  question: { id: string; question: string; input: unknown };
  /** A part of one process's answer. */
  answered: AnswerPart;
}

export interface AnswerPart {
  /** The id of the question. */
  id: string;
  /** The name of the process. */
  process: string;
  /** Which part this is, from 0, of how many. */
  part: number;
  of: number;
  /** A part of the compressed answer, in base64. */
  text: string;
}

export interface Bus {
  publish<Name extends keyof BusEvents>(name: Name, event: BusEvents[Name]): void;
  /** Returns the function that unsubscribes. */
  subscribe<Name extends keyof BusEvents>(name: Name, listener: (event: BusEvents[Name]) => void): () => void;
}
