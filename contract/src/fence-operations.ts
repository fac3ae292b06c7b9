import { z } from 'zod';
import { faultCode } from './fault.ts';
import { Empty, Id, Instant, listInput, listOutput, optionalLines, Coordinates, text, Version } from './common.ts';
import { Severity } from './fact-operations.ts';
import { EXPORT_BATCH, IMPORT_BATCH, MAX_IMPORT_FENCES } from './fence-limits.ts';
import { FenceShapeInput, FenceShapeOutput } from './fence-shape.ts';
import { FENCE_KINDS } from './fence-shape-types.ts';
import { ID_INPUT } from './record-calls.ts';
import { BODY_LIMIT, grant, operation } from './operation.ts';
import { LastSeenAt } from './visit-operations.ts';
import { WeeklyHours } from './weekly-hours.ts';

const Colour = z
  .string()
  .regex(/^#[0-9a-f]{6}$/, faultCode('enter-colour'))
  .max(7);
const Tags = z.array(text(30)).max(12);
const ids = (most: number) => z.array(Id).max(most, faultCode('choose-at-most'));

/** When a visit raises an alarm. */
const Alarms = {
  alarmEnter: z.boolean().default(false),
  alarmExit: z.boolean().default(false),
  /** Seconds inside after which an alarm is raised; null for none. */
  alarmDwellS: z
    .number()
    .int()
    .min(60)
    .max(2_592_000)
    .nullish()
    .transform((value) => value ?? null),
  alarmSeverity: Severity.default('minor'),
};

const FenceFields = z.object({
  name: text(80),
  description: optionalLines(500),
  colour: Colour.default('#2563d9'),
  tags: Tags.default([]),
  shape: FenceShapeInput,
  /** km/h inside; null if it has no limit of its own. */
  speedLimitKph: z
    .number(faultCode('enter-number'))
    .min(5, faultCode('at-least'))
    .max(250, faultCode('at-most'))
    .nullish()
    .transform((value) => value ?? null),
  /** Whether a vehicle that was inside only between two fixes also has a visit. */
  betweenFixes: z.boolean().default(false),
  /** When the limit and the alarms apply; null for always. */
  schedule: WeeklyHours.nullish().transform((hours) => hours ?? null),
  /**
   * The vehicles to which the geofence applies; if `vehicleIds` and `groupIds` are empty, all vehicles of its
   * organisation.
   */
  vehicleIds: ids(2000).default([]),
  groupIds: ids(500).default([]),
  ...Alarms,
});
export const FenceInput = FenceFields.extend({
  id: Id.optional(),
  /** The organisation that owns it; left out: the caller's own. It cannot be changed later. */
  organisationId: Id.optional(),
  version: Version.optional(),
});
export type FenceInput = z.input<typeof FenceInput>;

const Ref = z.object({ id: Id, name: z.string() });

export const Fence = z.object({
  id: Id,
  organisationId: Id,
  organisationName: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  colour: z.string(),
  tags: z.array(z.string()),
  shape: FenceShapeOutput,
  areaM2: z.number(),
  speedLimitKph: z.number().nullable(),
  betweenFixes: z.boolean(),
  schedule: WeeklyHours.nullable(),
  vehicleIds: z.array(Id),
  groupIds: z.array(Id),
  /** The names of those that still exist. */
  vehicles: z.array(Ref),
  groups: z.array(Ref),
  alarmEnter: z.boolean(),
  alarmExit: z.boolean(),
  alarmDwellS: z.number().int().nullable(),
  alarmSeverity: Severity,
  updatedAt: Instant,
  version: Version,
});
export type Fence = z.infer<typeof Fence>;

const FenceRow = Fence.omit({
  shape: true,
  schedule: true,
  vehicleIds: true,
  groupIds: true,
  vehicles: true,
  groups: true,
}).extend({
  kind: z.enum(FENCE_KINDS),
  /** The centre of its bounding box. */
  centre: Coordinates,
});
export type FenceRow = z.infer<typeof FenceRow>;

/** A geofence for maps: long outlines are simplified to the resolution of a screen. */
export const MapFence = z.object({
  id: Id,
  name: z.string(),
  colour: z.string(),
  tags: z.array(z.string()),
  areaM2: z.number(),
  /** West, south, east, north in degrees; east can exceed 180. */
  box: z.tuple([z.number(), z.number(), z.number(), z.number()]),
  shape: FenceShapeOutput,
});
export type MapFence = z.infer<typeof MapFence>;

const fences = grant('geo-fence');
const ManyIds = z.array(Id).min(1, faultCode('choose-one')).max(MAX_IMPORT_FENCES, faultCode('choose-at-most'));

/**
 * The number of vehicles in a geofence; `silent` of them were inside at their last contact, which is too old to show
 * the present state.
 */
export const FenceCount = z.object({ id: Id, inside: z.number().int(), silent: z.number().int() });
export type FenceCount = z.infer<typeof FenceCount>;

export const fenceOperations = {
  'get-fence-map': operation({
    summary: "Returns all geofences of the caller's organisations by name, with simplified outlines for maps.",
    access: fences('view'),
    limited: 'allowed',
    weight: 'heavy',
    bounds: { 'rows[]': 50000 },
    input: Empty,
    output: listOutput(MapFence),
  }),
  'get-fence-list': operation({
    summary: 'Lists geofences without their shapes, a page at a time.',
    access: fences('view'),
    limited: 'allowed',
    input: listInput(['name', 'areaM2', 'updatedAt']).extend({ tags: Tags.default([]) }),
    output: listOutput(FenceRow),
  }),
  'get-fence-by-id': operation({
    summary: 'Returns one geofence with its shape.',
    access: fences('view'),
    limited: 'allowed',
    subject: 'fence',
    errors: [404],
    ...ID_INPUT,
    output: z.object({ fence: Fence }),
  }),
  'get-fence-records': operation({
    summary: 'Returns whole geofences by their ids, for exports; deleted ones are left out.',
    access: fences('view'),
    limited: 'allowed',
    subject: 'fence',
    example: { ids: [999_999] },
    bounds: { 'rows[]': 'one for each id that the call names' },
    input: z.object({ ids: ManyIds.max(EXPORT_BATCH, faultCode('choose-at-most')) }),
    output: z.object({ rows: z.array(Fence) }),
  }),
  'get-fence-counts': operation({
    summary: 'Returns the number of vehicles in each geofence now; empty ones are left out.',
    access: fences('view'),
    limited: 'allowed',
    bounds: { 'rows[]': 'those of the fences of the map that somebody is inside of' },
    input: Empty,
    output: z.object({ rows: z.array(FenceCount) }),
  }),
  'get-fence-pasts': operation({
    summary: 'Returns how many geofences are still being searched in stored positions, and the progress.',
    access: 'signedIn',
    limited: 'allowed',
    input: Empty,
    output: z.object({ fences: z.number().int(), percent: z.number().int() }),
  }),
  'get-fence-now': operation({
    summary: 'Returns the vehicles in a geofence now and the number of visits since `dayStart`.',
    access: fences('view'),
    limited: 'allowed',
    subject: 'fence',
    errors: [404],
    example: { id: 999_999, dayStart: '2026-01-01T00:00:00Z' },
    bounds: { 'inside[]': 10000 },
    input: z.object({ id: Id, dayStart: Instant }),
    output: z.object({
      inside: z.array(z.object({ vehicleId: Id, registration: z.string(), since: Instant, heardAt: LastSeenAt })),
      insideTotal: z.number().int(),
      visits: z.number().int(),
    }),
  }),
  'save-fence': operation({
    summary: 'Creates or changes a geofence.',
    access: fences('save'),
    limited: 'denied',
    bodyBytes: BODY_LIMIT,
    subject: 'fence',
    audit: 'fence',
    errors: [404, 409],
    boundByBody: true,
    example: { name: 'Depot', shape: { kind: 'circle', centre: { lat: -34.9, lon: -56.2 }, radiusM: 100 } },
    input: FenceInput,
    output: z.object({ fence: Fence }),
  }),
  'delete-fences': operation({
    summary:
      'Deletes geofences: open visits end, their alarms are cleared with a note, and their rules stop. `restore-fences` restores all but what has ended.',
    access: fences('delete'),
    limited: 'denied',
    bodyBytes: 786_432,
    subject: 'fence',
    audit: 'fence',
    errors: [404],
    unversioned: 'deletes the whole record, whoever changed it last',
    example: { ids: [999_999] },
    input: z.object({ ids: ManyIds }),
    output: z.object({ deleted: z.number().int() }),
  }),
  'restore-fences': operation({
    summary: 'Restores deleted geofences.',
    access: fences('delete'),
    limited: 'denied',
    bodyBytes: 786_432,
    subject: 'fence',
    audit: 'fence',
    errors: [404, 409],
    unversioned: 'restores the record as it was deleted',
    example: { ids: [999_999] },
    input: z.object({ ids: ManyIds }),
    output: z.object({ restored: z.number().int() }),
  }),
  'tag-fences': operation({
    summary: 'Adds tags to geofences and removes others.',
    access: fences('edit'),
    limited: 'denied',
    bodyBytes: 786_432,
    subject: 'fence',
    audit: 'fence',
    errors: [404],
    unversioned: 'adds and removes the given tags and leaves the others',
    example: { ids: [999_999] },
    input: z.object({ ids: ManyIds, add: Tags.default([]), remove: Tags.default([]) }),
    output: Empty,
  }),
  'import-fences': operation({
    summary:
      'Adds many geofences. A larger import comes in parts: all but the last set `more` and stay hidden until the last, which names the ids of the earlier parts; then all appear in one transaction, or none.',
    access: fences('create'),
    limited: 'denied',
    bodyBytes: BODY_LIMIT,
    subject: 'fence',
    audit: 'fence',
    errors: [404, 409],
    unversioned: 'creates a new record',
    boundByBody: true,
    example: {
      fences: [{ name: 'Depot', shape: { kind: 'circle', centre: { lat: -34.9, lon: -56.2 }, radiusM: 100 } }],
      earlier: [999_999],
    },
    bounds: { 'ids[]': 'one for each fence that was sent' },
    input: z.object({
      fences: z
        .array(FenceFields.omit({ vehicleIds: true, groupIds: true }))
        .min(1, faultCode('choose-one'))
        .max(IMPORT_BATCH, faultCode('choose-at-most')),
      organisationId: Id.optional(),
      earlier: z.array(Id).max(MAX_IMPORT_FENCES, faultCode('choose-at-most')).default([]),
      more: z.boolean().default(false),
    }),
    output: z.object({ ids: z.array(Id) }),
  }),
};
