import { z } from 'zod';
import { Id, Instant, listInput, listOutput, searchText, text } from './common.ts';
import { Visit } from './fact-routes.ts';
import { route } from './route.ts';

/**
 * Of a visit that goes on as far as is known: when the vehicle was last heard, where that is too long ago for it to be of
 * now. Null where it is known.
 */
export const LastSeenAt = Instant.nullable();

/** A visit in the log over many vehicles (report "Geofence visits" of the domain). */
export const VisitRow = Visit.extend({
  registration: z.string(),
  groupName: z.string().nullable(),
  driverName: z.string().nullable(),
  /** From the vehicle's last time out of this fence to this time in; null for the first visit. */
  sinceLastS: z.number().nullable(),
  heardAt: LastSeenAt,
});
export type VisitRow = z.infer<typeof VisitRow>;

/** A vehicle that is, or was, in a fence. */
export const InsideRow = z.object({
  /** Of the visit. */
  id: Id,
  fenceId: Id,
  fenceName: z.string(),
  fenceColour: z.string(),
  vehicleId: Id,
  registration: z.string(),
  groupName: z.string().nullable(),
  driverName: z.string().nullable(),
  start: Instant,
  /** Null while the visit goes on. */
  end: Instant.nullable(),
  entryKph: z.number(),
  distanceM: z.number(),
  betweenFixes: z.boolean(),
  heardAt: LastSeenAt,
});
export type InsideRow = z.infer<typeof InsideRow>;

/** All visits to a fence, as one. */
export const VisitTotals = z.object({
  /** Of the fence. */
  id: Id,
  name: z.string(),
  colour: z.string(),
  tags: z.array(z.string()),
  visits: z.number().int(),
  vehicles: z.number().int(),
  totalS: z.number(),
  averageS: z.number(),
  longestS: z.number(),
});
export type VisitTotals = z.infer<typeof VisitTotals>;

const view = { menu: 'in-out-location', action: 'view' } as const;

/** Which visits: what is left out narrows nothing. */
const which = {
  vehicleId: Id.optional(),
  groupId: Id.optional(),
  fenceId: Id.optional(),
  tag: text(60).optional(),
};
/** Visits of which a part lies from `from` up to `to`, at most 400 days; of these durations, in seconds. */
const when = {
  from: Instant,
  to: Instant,
  minS: z.number().min(0).max(1e9).optional(),
  maxS: z.number().min(0).max(1e9).optional(),
};

export const visitRoutes = {
  'get-visit-list': route({
    access: view,
    limited: 'allowed',
    weight: 'heavy',
    example: { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' },
    input: listInput(['start', 'duration', 'registration', 'fence', 'distance']).extend({ ...which, ...when }),
    output: listOutput(VisitRow),
  }),
  /** Who is in a fence now, or was in one at a moment, by name of the fence and since when. */
  'get-visits-inside': route({
    access: view,
    limited: 'allowed',
    input: listInput(['fence']).extend({ ...which, at: Instant.optional() }),
    output: listOutput(InsideRow),
  }),
  /** The times are those within the range; `visits` are those that began in it, the average is of all that lie in it. */
  'get-visit-totals': route({
    access: view,
    limited: 'allowed',
    weight: 'heavy',
    example: { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' },
    input: listInput(['visits', 'vehicles', 'total', 'average', 'longest', 'fence']).extend({ ...which, ...when }),
    output: listOutput(VisitTotals),
  }),
  /** What to choose from in the filters: fences by part of their name (at most 50, and the one that is chosen), tags. */
  'get-visit-choices': route({
    access: view,
    limited: 'allowed',
    bounds: { 'fences[]': 50, 'tags[]': 10000 },
    input: z.object({ fence: searchText(100), fenceId: Id.optional() }),
    output: z.object({
      /** The first of them by name. */
      fences: z.array(z.object({ id: Id, name: z.string(), colour: z.string() })),
      /** How many there are. */
      fencesTotal: z.number().int(),
      tags: z.array(z.string()),
      tagsTotal: z.number().int(),
    }),
  }),
};
