import { DeviceContact } from '@milepost/contract/device-operations';
import { ENGINE_SOURCES } from '@milepost/tracking/fact';
import { z } from 'zod';
import type { BusEvents } from './bus.ts';
import { shownState } from './shown-state.ts';

/** Ids are whole numbers that PostgreSQL can hold. */
const id = z.int32();
/** Epoch milliseconds that a date can hold. */
const time = z.number().min(-8.64e15).max(8.64e15);
const nothing = z.strictObject({});
const organisation = z.object({ organisationId: id });

const place = z.object({ lat: z.number(), lon: z.number() });
/** What is not sent of a motion has its initial value. */
const motion = z.object({
  motion: z.enum(['unknown', 'running', 'idle', 'stopped']).optional(),
  since: time.nullish(),
  ignition: z.boolean().nullish(),
  at: time.nullish(),
  intervalS: z.number().nullish(),
  slowSince: time.nullish(),
  engine: z
    .object({
      on: z.boolean().nullish(),
      since: z.number().nullish(),
      source: z.enum(ENGINE_SOURCES).optional(),
      at: z.number().nullish(),
      wire: z.looseObject({ evidence: z.looseObject({}).optional() }).optional(),
      voltage: z.looseObject({}).optional(),
      revolutions: z.looseObject({}).optional(),
    })
    .optional(),
});

const sent = z.object({
  deviceId: id,
  heardAt: time,
  fixTime: time.nullable(),
  receivedAt: time.nullable(),
  lat: z.number().nullable(),
  lon: z.number().nullable(),
  speedKph: z.number(),
  courseDeg: z.number(),
  flags: z.int(),
  satellites: z.number().nullable(),
  batteryPercent: z.number().nullable(),
  powerMv: z.number().nullable(),
  rssi: z.number().nullable(),
  fixByReceipt: z.boolean(),
  clockSays: time.nullable(),
  motion,
});

/**
 * The form of each event between processes. What a process does not check here may make a listener of another one fail, so an
 * event without a schema does not compile.
 */
export const EVENT_SCHEMAS: { readonly [Name in keyof BusEvents]: z.ZodType<BusEvents[Name]> } = {
  'fleet-changed': organisation,
  'devices-moved': z.object({ devices: z.array(z.object({ from: id, to: id, at: time })) }),
  'session-ended': z.object({ sessionId: id }),
  'access-changed': z.object({ userId: id.nullable(), roleId: id.nullable() }),
  notified: z.object({ userId: id, unread: z.int() }),
  'mail-waiting': z.object({ id: z.int(), ofMany: z.literal(true).exactOptional() }),
  'device-awaited': z.object({ deviceId: id, identity: z.string().exactOptional() }),
  'device-arrived': z.object({ deviceId: id, at: time, gateway: z.string() }),
  'command-made': z.object({ deviceIds: z.array(id) }),
  'command-ended': z.object({ deviceId: id, id: z.int() }),
  'blocked-networks-changed': nothing,
  'json-profiles-changed': nothing,
  'layout-profiles-changed': nothing,
  'tracking-changed': organisation,
  'past-changed': z.object({ marks: z.array(z.object({ installationId: id, lateAt: time })) }),
  'places-sealed': z.object({
    devices: z.array(z.object({ deviceId: id, from: time, to: time, place: place.nullable() })),
  }),
  'facts-recomputed': z.object({ vehicleId: id, organisationId: id }),
  'runs-changed': z.object({
    runs: z.array(z.object({ runId: z.int(), organisationId: id, vehicleId: id.nullable() })),
  }),
  'addresses-known': z.object({ sessionIds: z.array(id) }),
  'alarm-cleared': z.object({ installationId: id }),
  'alarms-changed': z.object({ alarms: z.array(z.object({ id: z.int(), vehicleId: id, organisationId: id })) }),
  'no-space': z.object({ at: time }),
  stored: z.object({ states: z.array(sent) }).transform(({ states }) => ({
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the learned levels of the engine are as they were sent
    states: states.map((state) => shownState(state as Parameters<typeof shownState>[0])),
  })),
  'ingest-owners-changed': nothing,
  'process-started': z.object({ roles: z.array(z.string()) }),
  'events-lost': nothing,
  'contacts-watched': nothing,
  'contacts-changed': z.object({ contacts: z.array(DeviceContact) }),
  'contact-awaited': z.object({ part: z.string() }),
  'work-begun': z.object({ userId: id, work: z.enum(['dry-run', 'proposal', 'times']) }),
  question: z.object({ id: z.string(), question: z.string(), input: z.unknown() }),
  answered: z.object({ id: z.string(), process: z.string(), part: z.int(), of: z.int(), text: z.string() }),
};
