import { z } from 'zod';
import { faultCode } from './fault.ts';
import { Empty, Id, Instant, listInput, listOutput, optionalLines, Place, text, Version } from './common.ts';
import { Severity } from './fact-routes.ts';
import { EXPORT_BATCH, IMPORT_BATCH, IMPORT_MOST } from './fence-limits.ts';
import { FenceShapeInput, FenceShapeOutput } from './fence-shape.ts';
import { FENCE_KINDS } from './fence-shape-types.ts';
import { BODY_LIMIT, grant, route } from './route.ts';
import { LastSeenAt } from './visit-routes.ts';
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
  /** The vehicles to which it applies; all vehicles of its organisation if both are empty. */
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
  centre: Place,
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
const ManyIds = z.array(Id).min(1, faultCode('choose-one')).max(IMPORT_MOST, faultCode('choose-at-most'));

/**
 * The number of vehicles in a geofence; `silent` of them were inside at their last contact, which is too old to show
 * the present state.
 */
export const FenceCount = z.object({ id: Id, inside: z.number().int(), silent: z.number().int() });
export type FenceCount = z.infer<typeof FenceCount>;

export const fenceRoutes = {
  /** All geofences of the caller's organisations in short form, by name: for maps. */
  'get-fence-map': route({
    access: fences('view'),
    limited: 'allowed',
    weight: 'heavy',
    bounds: { 'rows[]': 50000 },
    input: Empty,
    output: listOutput(MapFence),
  }),
  'get-fence-list': route({
    access: fences('view'),
    limited: 'allowed',
    input: listInput(['name', 'areaM2', 'updatedAt']).extend({ tags: Tags.default([]) }),
    output: listOutput(FenceRow),
  }),
  'get-fence-by-id': route({
    access: fences('view'),
    limited: 'allowed',
    subject: 'fence',
    example: { id: 999_999 },
    input: z.object({ id: Id }),
    output: z.object({ fence: Fence }),
  }),
  /** The full records of some geofences, for files; deleted ones are left out. */
  'get-fence-records': route({
    access: fences('view'),
    limited: 'allowed',
    subject: 'fence',
    example: { ids: [999_999] },
    bounds: { 'rows[]': 'one for each id that the call names' },
    input: z.object({ ids: ManyIds.max(EXPORT_BATCH, faultCode('choose-at-most')) }),
    output: z.object({ rows: z.array(Fence) }),
  }),
  /** The number of vehicles inside each geofence now; geofences without any are left out. */
  'get-fence-counts': route({
    access: fences('view'),
    limited: 'allowed',
    bounds: { 'rows[]': 'those of the fences of the map that somebody is inside of' },
    input: Empty,
    output: z.object({ rows: z.array(FenceCount) }),
  }),
  /** How many geofences are still being searched for in the stored positions, and the progress. */
  'get-fence-pasts': route({
    access: 'signedIn',
    limited: 'allowed',
    input: Empty,
    output: z.object({ fences: z.number().int(), percent: z.number().int() }),
  }),
  /** The vehicles inside now, and the number of visits that overlap the time since `dayStart`. */
  'get-fence-now': route({
    access: fences('view'),
    limited: 'allowed',
    subject: 'fence',
    example: { id: 999_999, dayStart: '2026-01-01T00:00:00Z' },
    bounds: { 'inside[]': 10000 },
    input: z.object({ id: Id, dayStart: Instant }),
    output: z.object({
      inside: z.array(z.object({ vehicleId: Id, registration: z.string(), since: Instant, heardAt: LastSeenAt })),
      insideTotal: z.number().int(),
      visits: z.number().int(),
    }),
  }),
  'save-fence': route({
    access: fences('save'),
    limited: 'denied',
    bodyBytes: BODY_LIMIT,
    subject: 'fence',
    example: { name: 'Depot', shape: { kind: 'circle', centre: { lat: -34.9, lon: -56.2 }, radiusM: 100 } },
    input: FenceInput,
    output: z.object({ fence: Fence }),
  }),
  /**
   * Hides geofences: open visits end now, their alarms are cleared with a note and their rules stop. `restore-fences`
   * restores them, except for what ended.
   */
  'delete-fences': route({
    access: fences('delete'),
    limited: 'denied',
    bodyBytes: 786_432,
    subject: 'fence',
    example: { ids: [999_999] },
    input: z.object({ ids: ManyIds }),
    output: z.object({ deleted: z.number().int() }),
  }),
  'restore-fences': route({
    access: fences('delete'),
    limited: 'denied',
    bodyBytes: 786_432,
    subject: 'fence',
    example: { ids: [999_999] },
    input: z.object({ ids: ManyIds }),
    output: z.object({ restored: z.number().int() }),
  }),
  /** Adds tags to geofences and removes others. */
  'tag-fences': route({
    access: fences('edit'),
    limited: 'denied',
    bodyBytes: 786_432,
    subject: 'fence',
    example: { ids: [999_999] },
    input: z.object({ ids: ManyIds, add: Tags.default([]), remove: Tags.default([]) }),
    output: Empty,
  }),
  /**
   * Adds many geofences. Imports too large for one call are sent in parts: all except the last have `more` and stay
   * hidden until the last, which lists the ids of the earlier parts. Then all appear in one transaction, or none.
   */
  'import-fences': route({
    access: fences('create'),
    limited: 'denied',
    bodyBytes: BODY_LIMIT,
    subject: 'fence',
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
      earlier: z.array(Id).max(IMPORT_MOST, faultCode('choose-at-most')).default([]),
      more: z.boolean().default(false),
    }),
    output: z.object({ ids: z.array(Id) }),
  }),
};
