import { z } from 'zod';
import { Id, Instant, listInput, listOutput, searchText, text } from './common.ts';
import { Visit } from './fact-operations.ts';
import { operation } from './operation.ts';

/**
 * For an open visit: the time of the vehicle's last contact, if that is too old to show that the visit continues; null
 * if the visit is known to continue.
 */
export const LastSeenAt = Instant.nullable();

/** A visit in the log over many vehicles (report "Geofence visits" of the domain). */
export const VisitRow = Visit.extend({
  registration: z.string(),
  groupName: z.string().nullable(),
  driverName: z.string().nullable(),
  /** From the vehicle's last exit from this geofence to this entry; null for the first visit. */
  sinceLastS: z.number().nullable(),
  heardAt: LastSeenAt,
});
export type VisitRow = z.infer<typeof VisitRow>;

/** A vehicle that is, or was, in a geofence. */
export const InsideRow = z.object({
  /** The id of the visit. */
  id: Id,
  fenceId: Id,
  fenceName: z.string(),
  fenceColour: z.string(),
  vehicleId: Id,
  registration: z.string(),
  groupName: z.string().nullable(),
  driverName: z.string().nullable(),
  start: Instant,
  /** Null while the visit lasts. */
  end: Instant.nullable(),
  entryKph: z.number(),
  distanceM: z.number(),
  betweenFixes: z.boolean(),
  heardAt: LastSeenAt,
});
export type InsideRow = z.infer<typeof InsideRow>;

/** The totals of all visits to a geofence. */
export const VisitTotals = z.object({
  /** The id of the geofence. */
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

/** The filters of visits; left out: no restriction. */
const which = {
  vehicleId: Id.optional(),
  groupId: Id.optional(),
  fenceId: Id.optional(),
  tag: text(60).optional(),
};
/** Visits that overlap `from` up to `to`, at most 400 days, and whose duration is in this range, in seconds. */
const when = {
  from: Instant,
  to: Instant,
  minS: z.number().min(0).max(1e9).optional(),
  maxS: z.number().min(0).max(1e9).optional(),
};

export const visitOperations = {
  'get-visit-list': operation({
    summary: 'Lists visits to geofences, a page at a time.',
    access: view,
    limited: 'allowed',
    weight: 'heavy',
    example: { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' },
    input: listInput(['start', 'duration', 'registration', 'fence', 'distance']).extend({ ...which, ...when }),
    output: listOutput(VisitRow),
  }),
  'get-visits-inside': operation({
    summary: 'Lists the vehicles that are in geofences now, or were at a moment, by name of the geofence and start.',
    access: view,
    limited: 'allowed',
    input: listInput(['fence']).extend({ ...which, at: Instant.optional() }),
    output: listOutput(InsideRow),
  }),
  'get-visit-totals': operation({
    summary:
      'Returns totals of visits. Times are those within the range; `visits` counts those that started in it, and the average is of those that lie in it as a whole.',
    access: view,
    limited: 'allowed',
    weight: 'heavy',
    example: { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' },
    input: listInput(['visits', 'vehicles', 'total', 'average', 'longest', 'fence']).extend({ ...which, ...when }),
    output: listOutput(VisitTotals),
  }),
  'get-visit-choices': operation({
    summary:
      'Returns options for the filters of visits: geofences by part of their name, at most 50 and the chosen one, and tags.',
    access: view,
    limited: 'allowed',
    bounds: { 'fences[]': 50, 'tags[]': 10000 },
    input: z.object({ fence: searchText(100), fenceId: Id.optional() }),
    output: z.object({
      /** The first geofences by name. */
      fences: z.array(z.object({ id: Id, name: z.string(), colour: z.string() })),
      /** The full number of them. */
      fencesTotal: z.number().int(),
      tags: z.array(z.string()),
      tagsTotal: z.number().int(),
    }),
  }),
};
