import { z } from 'zod';
import { Area, AreaInput } from './area.ts';
import { Empty, Id, listOutput, optionalDay, text, Version } from './common.ts';
import { faultCode } from './fault.ts';
import { MOST_AREAS } from './territory-kinds.ts';
import { grant, route } from './route.ts';

const Person = z.object({ id: Id, name: z.string() });

/** An area of responsibility, and the outlets in it. */
export const Territory = z.object({
  id: Id,
  organisationId: Id,
  name: z.string(),
  colour: z.string(),
  /** Whoever answers for it today. */
  manager: Person.nullable(),
  /** Whoever takes it over, and from which day on. */
  next: z.object({ manager: Person.nullable(), from: z.iso.date() }).nullable(),
  /** The day from which on it is meant to hold; null: always. */
  validFrom: z.iso.date().nullable(),
  /** Empty where its outlets are chosen by hand alone. */
  areas: z.array(Area),
  version: Version,
  /** Of its outlets that are not closed. */
  outlets: z.number().int(),
  visitsPerWeek: z.number(),
  /** Hours that these visits take in a week. */
  serviceHours: z.number(),
  /** Metres that the runs of the seven days from today on are planned to drive to its stops. */
  plannedM: z.number(),
});
export type Territory = z.infer<typeof Territory>;

const optionalId = Id.nullish().transform((id) => id ?? null);

export const TerritoryInput = z
  .object({
    id: Id.optional(),
    /** Whose it is; the caller's own organisation where left out. It cannot be changed later. */
    organisationId: Id.optional(),
    name: text(80),
    colour: z
      .string()
      .regex(/^#[0-9a-f]{6}$/, faultCode('enter-colour'))
      .max(7)
      .default('#2563d9'),
    managerId: optionalId,
    /** With the day of the hand-over; null where nobody follows, or the territory is then without a manager. */
    nextManagerId: optionalId,
    nextFrom: optionalDay,
    validFrom: optionalDay,
    areas: z.array(AreaInput).max(MOST_AREAS, faultCode('choose-at-most')).default([]),
    version: Version.optional(),
  })
  .refine(({ nextManagerId, nextFrom }) => nextManagerId === null || nextFrom !== null, {
    error: faultCode('choose-day'),
    path: ['nextFrom'],
  });

const outlets = grant('outlets');
const one = z.object({ territory: Territory });

export const territoryRoutes = {
  /** All of them by name, and how many outlets that are not closed are in none. */
  'get-territory-list': route({
    access: outlets('view'),
    limited: 'allowed',
    weight: 'heavy',
    bounds: {
      'rows[]': 10000,
      'rows[].areas[]': 'MOST_AREAS of the contract',
      'rows[].areas[][]': 'MOST_CORNERS of the contract',
    },
    input: Empty,
    output: listOutput(Territory).extend({ outside: z.number().int(), unplaced: z.number().int() }),
  }),
  'get-territory-by-id': route({
    access: outlets('view'),
    limited: 'allowed',
    subject: 'territory',
    example: { id: 999_999 },
    bounds: {
      'territory.areas[]': 'MOST_AREAS of the contract',
      'territory.areas[][]': 'MOST_CORNERS of the contract',
    },
    input: z.object({ id: Id }),
    output: one,
  }),
  /** Puts outlets that are not assigned by hand into the areas in which they lie. */
  'save-territory': route({
    access: outlets('save'),
    limited: 'denied',
    subject: 'territory',
    example: { name: 'North' },
    bounds: {
      'territory.areas[]': 'MOST_AREAS of the contract',
      'territory.areas[][]': 'MOST_CORNERS of the contract',
    },
    input: TerritoryInput,
    output: one,
  }),
  /** Hides it; its outlets are then in none, unless another one takes them in. */
  'delete-territory': route({
    access: outlets('delete'),
    limited: 'denied',
    subject: 'territory',
    example: { id: 999_999 },
    input: z.object({ id: Id }),
    output: Empty,
  }),
  /** Undoes `delete-territory`, unless another one has taken its place by now. */
  'restore-territory': route({
    access: outlets('delete'),
    limited: 'denied',
    subject: 'territory',
    example: { id: 999_999 },
    bounds: {
      'territory.areas[]': 'MOST_AREAS of the contract',
      'territory.areas[][]': 'MOST_CORNERS of the contract',
    },
    input: z.object({ id: Id }),
    output: one,
  }),
  /** People who can manage a territory: those of its organisation, or of the own for a new one. */
  'get-territory-choices': route({
    access: outlets('view'),
    limited: 'denied',
    subject: 'territory',
    bounds: { 'people[]': 10000 },
    input: z.object({ id: Id.optional() }),
    output: z.object({ people: z.array(Person), peopleTotal: z.number().int() }),
  }),
};
