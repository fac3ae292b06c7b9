import { z } from 'zod';
import { Override, OverrideReason } from './availability-operations.ts';
import { ChosenInstant, Id, Instant, listInput, listOutput, optionalText, searchText, Version } from './common.ts';
import { ID_INPUT } from './record-calls.ts';
import { grant, operation } from './operation.ts';

/** A planned driver of a vehicle, with start and end. `usual` assignments come from the form of the vehicle. */
export const Assignment = z.object({
  id: Id,
  driverId: Id,
  driverName: z.string(),
  vehicleId: Id,
  registration: z.string(),
  from: Instant,
  /** Null: until further notice. */
  to: Instant.nullable(),
  source: z.enum(['assignment', 'usual']),
  note: z.string().nullable(),
  /** Why the assignment was made in spite of an obstacle; null without an obstacle. */
  override: Override.nullable(),
  version: Version,
});
export type Assignment = z.infer<typeof Assignment>;

const drivers = grant('drivers');

export const assignmentOperations = {
  'get-assignment-list': operation({
    summary: "Lists driver assignments of a driver, of a vehicle or of the caller's scope that overlap a range.",
    access: drivers('view'),
    limited: 'allowed',
    input: listInput(['from', 'driver', 'registration']).extend({
      direction: z.enum(['asc', 'desc']).default('desc'),
      driverId: Id.optional(),
      vehicleId: Id.optional(),
      from: ChosenInstant.optional(),
      to: ChosenInstant.optional(),
    }),
    output: listOutput(Assignment),
  }),
  'get-assignment-by-id': operation({
    summary: 'Returns one driver assignment.',
    access: drivers('view'),
    limited: 'allowed',
    subject: 'assignment',
    errors: [404],
    ...ID_INPUT,
    output: z.object({ assignment: Assignment }),
  }),
  'save-assignment': operation({
    summary: 'Creates or changes a driver assignment. One in the past changes who drove the trips of that time.',
    access: drivers('edit'),
    limited: 'allowed',
    subject: 'assignment',
    audit: 'assignment',
    errors: [404, 409],
    oneRight: 'an assignment is a part of what a driver is',
    example: { driverId: 999_999, vehicleId: 999_999, from: '2026-01-01T00:00:00Z' },
    input: z.object({
      id: Id.optional(),
      driverId: Id,
      vehicleId: Id,
      from: ChosenInstant,
      to: ChosenInstant.nullish().transform((to) => to ?? null),
      note: optionalText(200),
      overrideReason: OverrideReason,
      version: Version.optional(),
    }),
    output: z.object({ assignment: Assignment }),
  }),
  'delete-assignment': operation({
    summary: 'Deletes a driver assignment and returns it as it was.',
    access: drivers('edit'),
    limited: 'allowed',
    subject: 'assignment',
    audit: 'assignment',
    errors: [404, 409],
    unversioned: 'deletes the whole record, whoever changed it last',
    ...ID_INPUT,
    output: z.object({ assignment: Assignment }),
  }),
  'get-assignment-choices': operation({
    summary: 'Returns drivers and vehicles whose name contains the text, and those with the given ids.',
    access: drivers('view'),
    limited: 'allowed',
    bounds: { 'drivers[]': 50, 'vehicles[]': 50 },
    input: z.object({
      driver: searchText(100),
      vehicle: searchText(100),
      driverId: Id.optional(),
      vehicleId: Id.optional(),
    }),
    output: z.object({
      drivers: z.array(z.object({ id: Id, name: z.string() })),
      driversTotal: z.number().int(),
      vehicles: z.array(z.object({ id: Id, name: z.string() })),
      vehiclesTotal: z.number().int(),
    }),
  }),
};
