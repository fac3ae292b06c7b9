import { z } from 'zod';
import { Empty, Id, Instant, optionalText, Coordinates, listOutput } from './common.ts';
import { LinkEndReason, LinkToken } from './public-link.ts';
import { ID_INPUT } from './record-calls.ts';
import { operation } from './operation.ts';
import { VEHICLE_STATUSES } from './live-constants.ts';

/** How long a link can be valid, hours. */
export const SHARE_HOURS = { least: 1, most: 30 * 24 } as const;

/** A link with which anybody can follow one vehicle until it expires. */
export const Share = z.object({
  id: Id,
  vehicleId: Id,
  registration: z.string(),
  note: z.string().nullable(),
  createdAt: Instant,
  createdBy: z.string().nullable(),
  expiresAt: Instant,
  /** When it was last opened, to the minute. */
  lastUsedAt: Instant.nullable(),
});
export type Share = z.infer<typeof Share>;

/** The content of a link. */
export const SharedVehicle = z.object({
  registration: z.string(),
  status: z.enum(VEHICLE_STATUSES),
  since: Instant.nullable(),
  position: Coordinates.extend({ speedKph: z.number(), courseDeg: z.number(), fixTime: Instant }).nullable(),
  /** Present in private time, in which there is no position. */
  isPrivate: z.literal(true).optional(),
  expiresAt: Instant,
  /** The time zone of the vehicle's organisation, in which times are written. */
  timeZone: z.string(),
  /** The server's clock. */
  at: Instant,
  mapStyleLight: z.string(),
  mapStyleDark: z.string(),
});
export type SharedVehicle = z.infer<typeof SharedVehicle>;

const create = { menu: 'live-map', action: 'create' } as const;

export const shareOperations = {
  'create-share': operation({
    summary: 'Creates a link to the live position of a vehicle. The token is returned only once.',
    access: create,
    limited: 'allowed',
    audit: 'share',
    errors: [404, 409],
    unversioned: 'creates a new record',
    example: { vehicleId: 999_999, hours: 1 },
    input: z.object({
      vehicleId: Id,
      hours: z.number().int().min(SHARE_HOURS.least).max(SHARE_HOURS.most).default(8),
      note: optionalText(200),
    }),
    output: z.object({ share: Share, token: z.string() }),
  }),
  'get-share-list': operation({
    summary: 'Lists the valid links to live positions of one vehicle or of all, without their tokens.',
    access: { menu: 'live-map', action: 'view' },
    limited: 'allowed',
    bounds: { 'rows[]': 10000 },
    input: z.object({ vehicleId: Id.optional() }),
    output: listOutput(Share),
  }),
  'revoke-share': operation({
    summary: 'Revokes a link to a live position immediately.',
    access: create,
    limited: 'allowed',
    subject: 'share',
    audit: 'share',
    errors: [404],
    unversioned: 'ends the whole record',
    ...ID_INPUT,
    output: Empty,
  }),
  // It only reads, and without a session, so the fixed header is sufficient.
  'get-shared-vehicle': operation({
    summary: 'Returns the live position that a link is for, to its holder without an account.',
    access: 'anyone',
    csrf: 'fixed',
    example: { token: 'none' },
    input: z.object({ token: LinkToken }),
    output: z.object({
      /** Null if the link no longer shows anything; `ended` states why. */
      vehicle: SharedVehicle.nullable(),
      ended: LinkEndReason.nullable(),
    }),
  }),
};
