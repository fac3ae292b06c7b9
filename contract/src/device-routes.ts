import { z } from 'zod';
import { faultCode } from './fault.ts';
import { Empty, Id, Instant, listInput, listOutput, optionalText, text, Version } from './common.ts';
import { DeviceFault, DeviceFaultKind } from './device-fault.ts';
import { IpNetworks } from './ip-network.ts';
import { MAX_CONTACTS } from './live-constants.ts';
import { grant, route } from './route.ts';
import { Vehicle, VehicleType } from './vehicle-routes.ts';

export const Device = z.object({
  id: Id,
  /** IMEI or the like, as the device sends it. */
  identity: z.string(),
  protocol: z.string().nullable(),
  model: z.string().nullable(),
  simNumber: z.string().nullable(),
  vehicleId: Id.nullable(),
  registration: z.string().nullable(),
  lastHeardAt: Instant.nullable(),
  /** The only networks from which it may report; empty: those of its organisation, or any. */
  networks: z.array(z.string()),
  /** Since when reports over HTTP must carry its secret; null: they need none. */
  secretSince: Instant.nullable(),
  /** What it shows wrong, in the vehicle in which it is. */
  faults: z.array(DeviceFault),
  version: Version,
});
export type Device = z.infer<typeof Device>;

const identity = text(64).regex(/^[A-Za-z0-9._:/@+-]+$/, faultCode('identity-letters'));

/** A device that contacted the gateway, known or not. */
const Frame = z.object({ kind: z.enum(['hex', 'text']), data: z.string() });

/** Messages of a type that the decoder does not know: neither stored nor acknowledged. */
export const UnknownMessages = z.object({
  /** As the protocol writes it, such as "0x0f12" or "B9". */
  type: z.string().max(24),
  count: z.number().int(),
  lastAt: Instant,
  /** The newest such frame, cut after 2,000 characters; null where memory was needed for newer ones. */
  frame: Frame.nullable(),
});
export type UnknownMessages = z.infer<typeof UnknownMessages>;

/** Different types that are kept of one device. */
export const MAX_UNKNOWN_TYPES = 8;

export const DeviceContact = z.object({
  /** `<protocol>:<identity>` or, before it said who it is, `<protocol>:@<address>`. */
  key: z.string(),
  protocol: z.string(),
  /** `broker`: it publishes to a broker, whose address this is. */
  transport: z.enum(['tcp', 'udp', 'http', 'broker']),
  identity: z.string().nullable(),
  /** Address and port it came from. */
  address: z.string(),
  connected: z.boolean(),
  firstSeenAt: Instant,
  lastSeenAt: Instant,
  frames: z.number().int(),
  faults: z.number().int(),
  /** The last frame: hex of its bytes, or the text where it is one; cut after 2,000 characters. */
  lastFrame: Frame.nullable(),
  /** What the last frame says. */
  decoded: z
    .object({
      summary: z.string(),
      fault: z.string().nullable(),
      messages: z.array(z.record(z.string(), z.unknown())),
    })
    .nullable(),
  /** Names of protocols that read what cannot be read here: its port is wrong, most likely. */
  looksLike: z.array(z.string()).max(3),
  unknownMessages: z.array(UnknownMessages).max(MAX_UNKNOWN_TYPES),
  deviceId: Id.nullable(),
  vehicleId: Id.nullable(),
  registration: z.string().nullable(),
});
export type DeviceContact = z.infer<typeof DeviceContact>;

/** Which knocks to tell of. */
export const DeviceContactFilter = z.object({
  /** A part of the identity. */
  identity: optionalText(64),
  protocol: optionalText(30),
  /** How the address begins. */
  address: optionalText(64),
  /** Only devices that are known, or only those that are not. */
  known: z.boolean().optional(),
});
export type DeviceContactFilter = z.infer<typeof DeviceContactFilter>;

const Transport = z.enum(['tcp', 'udp', 'http']);

export const GatewayPort = z.object({
  protocol: z.string(),
  title: z.string(),
  /** How devices are heard on the port. */
  transports: z.array(Transport),
  port: z.number().int(),
  /** How they are not, because another program on the server has the port. */
  taken: z.array(Transport),
  /** What the operator sets to move the port. */
  setting: z.string(),
  /** Whether people can describe layouts of its frames. */
  takesLayouts: z.boolean(),
  /** What to set on the device, such as an SMS text, with host and port filled in; empty where there is none. */
  setup: z.array(z.object({ step: z.string(), value: z.string() })),
});
export type GatewayPort = z.infer<typeof GatewayPort>;

/**
 * Why the gateway did not take something. `connections`: too many, in all or of one address; `silent`, `nameless`: no
 * bytes, or no identity, in time; `memory`: what may be held for devices is used up; `strangers`: unknown devices sent
 * more than is read of them; `too-fast`: one known device did; `busy`: the database does not keep up; `faults`: not one
 * readable frame; `deaf`: answers are not read; `too-large`: no frame is so long; `blocked`: the network is blocked;
 * `guessing`: too many unknown identities came from there.
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

export const deviceRoutes = {
  'get-device-list': route({
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
  'get-device-by-id': route({
    access: devices('view'),
    limited: 'allowed',
    subject: 'device',
    example: { id: 999_999 },
    input: z.object({ id: Id }),
    output: z.object({ device: Device }),
  }),
  'save-device': route({
    access: devices('save'),
    limited: 'allowed',
    subject: 'device',
    example: { identity: '356000000000001' },
    input: z.object({
      id: Id.optional(),
      identity,
      protocol: optionalText(30),
      model: optionalText(50),
      simNumber: optionalText(30),
      /** Left out: as they are. */
      networks: IpNetworks.optional(),
      version: Version.optional(),
    }),
    output: z.object({ device: Device }),
  }),
  /** Removes a device; its positions are kept with the vehicle. `restore-device` undoes it. */
  'delete-device': route({
    access: devices('delete'),
    limited: 'denied',
    subject: 'device',
    example: { id: 999_999 },
    input: z.object({ id: Id }),
    output: Empty,
  }),
  'restore-device': route({
    access: devices('delete'),
    limited: 'denied',
    subject: 'device',
    example: { id: 999_999 },
    input: z.object({ id: Id }),
    output: z.object({ device: Device }),
  }),
  /** Demands a secret of a device that reports over HTTP, or makes a new one; told only now. */
  'make-device-secret': route({
    access: devices('edit'),
    limited: 'allowed',
    subject: 'device',
    example: { id: 999_999 },
    input: z.object({ id: Id }),
    output: z.object({ device: Device, secret: z.string() }),
  }),
  /** Demands a secret no longer. */
  'drop-device-secret': route({
    access: devices('edit'),
    limited: 'allowed',
    subject: 'device',
    example: { id: 999_999 },
    input: z.object({ id: Id }),
    output: z.object({ device: Device }),
  }),
  'get-connect-info': route({
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
      /** Where devices reach the gateway. */
      host: z.string(),
      /** True where only this machine can reach it. */
      loopbackOnly: z.boolean(),
      ports: z.array(GatewayPort),
      /** What the gateway refused since it was started, newest first; for the root organisation, else empty. */
      refusals: z.array(Refusal),
    }),
  }),
  /**
   * Newest first, the first so many. Unknown devices are listed for the root organisation; others see one by its full
   * identity. Whoever asks for an identity, or for a part of one, is waited for: no flood of others drives it out.
   */
  'get-knock-list': route({
    access: { menu: 'connect-device', action: 'view' },
    limited: 'denied',
    input: DeviceContactFilter.extend({
      page: z.number().int().min(1).max(1000).default(1),
      pageSize: z.number().int().min(1).max(MAX_CONTACTS).default(MAX_CONTACTS),
    }),
    output: z.object({
      rows: z.array(DeviceContact),
      /** How many match, of each kind. */
      unknown: z.number().int(),
      known: z.number().int(),
    }),
  }),
  /** Makes an unknown device known and puts it into a new vehicle, or into `vehicleId`. */
  'adopt-device': route({
    access: { menu: 'connect-device', action: 'create' },
    limited: 'denied',
    example: { protocol: 'gt06', identity: '356000000000001', registration: 'SBA 1' },
    bounds: { 'vehicle.own[]': 'MOST_OWN_FIELDS of the contract' },
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
