import { z } from 'zod';
import { faultCode } from './fault.ts';
import { Empty, Id, Instant, listInput, listOutput, optionalText, text, Version } from './common.ts';
import { DeviceFault, DeviceFaultKind } from './device-fault.ts';
import { IpNetworks } from './ip-network.ts';
import { MAX_CONTACTS } from './live-constants.ts';
import { ID_INPUT, recordCalls } from './record-calls.ts';
import { grant, operation } from './operation.ts';
import { Vehicle, VehicleType } from './vehicle-operations.ts';

export const Device = z.object({
  id: Id,
  /** The IMEI or another identity, as the device sends it. */
  identity: z.string(),
  protocol: z.string().nullable(),
  model: z.string().nullable(),
  simNumber: z.string().nullable(),
  vehicleId: Id.nullable(),
  registration: z.string().nullable(),
  lastHeardAt: Instant.nullable(),
  /** The only networks from which it can report; empty: those of its organisation, or any. */
  networks: z.array(z.string()),
  /** Since when its HTTP reports must carry its secret; null if they need none. */
  secretSince: Instant.nullable(),
  /** Its faults in the vehicle in which it is. */
  faults: z.array(DeviceFault),
  version: Version,
});
export type Device = z.infer<typeof Device>;

const identity = text(64).regex(/^[A-Za-z0-9._:/@+-]+$/, faultCode('identity-letters'));

/** A device that contacted the gateway, known or not. */
const Frame = z.object({ kind: z.enum(['hex', 'text']), data: z.string() });

/** Messages of a type unknown to the decoder: neither stored nor acknowledged. */
export const UnknownMessages = z.object({
  /** In the notation of the protocol, such as "0x0f12" or "B9". */
  type: z.string().max(24),
  count: z.number().int(),
  lastAt: Instant,
  /** The newest such frame, truncated after 2,000 characters; null if its memory was needed for newer ones. */
  frame: Frame.nullable(),
});
export type UnknownMessages = z.infer<typeof UnknownMessages>;

/** How many different types are stored for one device. */
export const MAX_UNKNOWN_TYPES = 8;

export const DeviceContact = z.object({
  /** `<protocol>:<identity>` or, before it has identified itself, `<protocol>:@<address>`. */
  key: z.string(),
  protocol: z.string(),
  /** `broker`: it publishes to a broker, and `address` is the broker's. */
  transport: z.enum(['tcp', 'udp', 'http', 'broker']),
  identity: z.string().nullable(),
  /** The remote address and port. */
  address: z.string(),
  connected: z.boolean(),
  firstSeenAt: Instant,
  lastSeenAt: Instant,
  frames: z.number().int(),
  faults: z.number().int(),
  /** The last frame, as hex bytes or as text if it is text; truncated after 2,000 characters. Null if it may tell a private place. */
  lastFrame: Frame.nullable(),
  /** The content of the last frame. */
  decoded: z
    .object({
      summary: z.string(),
      fault: z.string().nullable(),
      messages: z.array(z.record(z.string(), z.unknown())),
    })
    .nullable(),
  /** Names of protocols that can decode the frame if this one cannot: the device most likely uses the wrong port. */
  looksLike: z.array(z.string()).max(3),
  unknownMessages: z.array(UnknownMessages).max(MAX_UNKNOWN_TYPES),
  deviceId: Id.nullable(),
  vehicleId: Id.nullable(),
  registration: z.string().nullable(),
});
export type DeviceContact = z.infer<typeof DeviceContact>;

/** A filter for the contacts of devices. */
export const DeviceContactFilter = z.object({
  /** A part of the identity. */
  identity: optionalText(64),
  protocol: optionalText(30),
  /** The first characters of the address. */
  address: optionalText(64),
  /** Only known devices, or only unknown ones. */
  known: z.boolean().optional(),
});
export type DeviceContactFilter = z.infer<typeof DeviceContactFilter>;

const Transport = z.enum(['tcp', 'udp', 'http']);

export const GatewayPort = z.object({
  protocol: z.string(),
  title: z.string(),
  /** The transports on which the port accepts devices. */
  transports: z.array(Transport),
  port: z.number().int(),
  /** The transports that it cannot accept, as another program on the server uses the port. */
  taken: z.array(Transport),
  /** The setting with which the operator moves the port. */
  setting: z.string(),
  /** True if people can define layouts for its frames. */
  takesLayouts: z.boolean(),
  /** What to configure on the device, such as an SMS text, with host and port filled in; empty if nothing. */
  setup: z.array(z.object({ step: z.string(), value: z.string() })),
});
export type GatewayPort = z.infer<typeof GatewayPort>;

/**
 * Why the gateway refused something. `connections`: too many, in total or from one address; `silent`, `nameless`: no
 * bytes, or no identity, in time; `memory`: the memory for devices is used up; `strangers`: unknown devices sent more
 * than is read from them; `too-fast`: one known device did; `busy`: the database cannot keep up; `faults`: not one
 * readable frame; `deaf`: the device does not read replies; `too-large`: longer than any frame; `blocked`: the network
 * is blocked; `guessing`: too many unknown identities from that address.
 */
export const RefusalReason = z.enum([
  'connections',
  'silent',
  'nameless',
  'memory',
  'strangers',
  'too-fast',
  'busy',
  'faults',
  'deaf',
  'too-large',
  'blocked',
  'guessing',
]);
export type RefusalReason = z.infer<typeof RefusalReason>;

/** How often since the start, and when last. */
export const Refusal = z.object({ reason: RefusalReason, count: z.number().int(), lastAt: Instant });
export type Refusal = z.infer<typeof Refusal>;

const devices = grant('devices');

const deviceCalls = recordCalls({
  view: devices('view'),
  remove: devices('delete'),
  limited: { view: 'allowed', remove: 'denied' },
  subject: 'device',
  audit: 'device',
  output: z.object({ device: Device }),
});

export const deviceOperations = {
  'get-device-list': operation({
    summary: 'Lists devices, a page at a time.',
    access: devices('view'),
    limited: 'allowed',
    /** `health` sorts by the number of faults. */
    input: listInput(['identity', 'protocol', 'model', 'registration', 'lastHeardAt', 'health']).extend({
      /** Only devices that are in no vehicle. */
      free: z.boolean().optional(),
      /** Only devices with a fault of this kind, or with any. */
      fault: z.union([DeviceFaultKind, z.literal('any')]).optional(),
    }),
    output: listOutput(Device),
  }),
  'get-device-by-id': deviceCalls.byId('Returns one device.'),
  'save-device': operation({
    summary: 'Creates or changes a device.',
    access: devices('save'),
    limited: 'allowed',
    subject: 'device',
    audit: 'device',
    errors: [404, 409],
    example: { identity: '356000000000001' },
    input: z.object({
      id: Id.optional(),
      identity,
      protocol: optionalText(30),
      model: optionalText(50),
      simNumber: optionalText(30),
      /** Left out: unchanged. */
      networks: IpNetworks.optional(),
      version: Version.optional(),
    }),
    output: z.object({ device: Device }),
  }),
  'delete-device': deviceCalls.deleted(
    'Deletes a device; its positions stay with the vehicle. `restore-device` undoes it.',
  ),
  'restore-device': deviceCalls.restored('Restores a deleted device.'),
  'make-device-secret': operation({
    summary: 'Requires a secret of a device that reports over HTTP, or replaces it. The secret is shown only once.',
    access: devices('edit'),
    limited: 'allowed',
    subject: 'device',
    audit: 'device',
    errors: [404],
    unversioned: 'creates a secret that replaces any other',
    ...ID_INPUT,
    output: z.object({ device: Device, secret: z.string() }),
  }),
  'drop-device-secret': operation({
    summary: 'Stops requiring a secret of a device.',
    access: devices('edit'),
    limited: 'allowed',
    subject: 'device',
    audit: 'device',
    errors: [404],
    unversioned: 'sets one field to the value that the person chose',
    ...ID_INPUT,
    output: z.object({ device: Device }),
  }),
  'get-connect-info': operation({
    summary: 'Returns the addresses and ports that devices are configured with.',
    access: { menu: 'connect-device', action: 'view' },
    limited: 'denied',
    bounds: {
      'ports[]': 'kinds that the code knows',
      'ports[].transports[]': 'kinds that the code knows',
      'ports[].setup[]': 'kinds that the code knows',
      'ports[].taken[]': 'kinds that the code knows',
      'refusals[]': 'kinds that the code knows',
    },
    input: Empty,
    output: z.object({
      /** The host at which devices reach the gateway. */
      host: z.string(),
      /** True if only this machine can reach it. */
      loopbackOnly: z.boolean(),
      ports: z.array(GatewayPort),
      /** The gateway's refusals since its start, newest first; empty except for the root organisation. */
      refusals: z.array(Refusal),
    }),
  }),
  // An identity, or a part of one, that somebody searches for is retained: a flood of other contacts does not evict it.
  'get-knock-list': operation({
    summary:
      'Lists contacts of devices with the gateway, the newest first. Unknown devices are listed for the root organisation; others see one by its full identity.',
    access: { menu: 'connect-device', action: 'view' },
    limited: 'denied',
    input: DeviceContactFilter.extend({
      page: z.number().int().min(1).max(1000).default(1),
      pageSize: z.number().int().min(1).max(MAX_CONTACTS).default(MAX_CONTACTS),
    }),
    output: z.object({
      rows: z.array(DeviceContact),
      /** The number of matches of each kind. */
      unknown: z.number().int(),
      known: z.number().int(),
    }),
  }),
  'adopt-device': operation({
    summary: 'Registers an unknown device and installs it in a new vehicle or in `vehicleId`.',
    access: { menu: 'connect-device', action: 'create' },
    limited: 'denied',
    audit: ['vehicle', 'device'],
    errors: [404, 409],
    unversioned: 'creates a new record',
    example: { protocol: 'gt06', identity: '356000000000001', registration: 'SBA 1' },
    bounds: { 'vehicle.own[]': 'MAX_OWN_FIELDS of the contract' },
    input: z.object({
      protocol: text(30),
      identity,
      vehicleId: Id.optional(),
      registration: optionalText(20),
      type: VehicleType.default('car'),
    }),
    output: z.object({ vehicle: Vehicle }),
  }),
};
