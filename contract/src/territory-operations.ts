import { z } from 'zod';
import { Area, AreaInput } from './area.ts';
import { Empty, Id, listOutput, optionalDay, text, Version } from './common.ts';
import { faultCode } from './fault.ts';
import { MAX_AREAS } from './territory-kinds.ts';
import { recordCalls } from './record-calls.ts';
import { grant, operation } from './operation.ts';

const Person = z.object({ id: Id, name: z.string() });

/** An area of responsibility, and the outlets in it. */
export const Territory = z.object({
  id: Id,
  organisationId: Id,
  name: z.string(),
  colour: z.string(),
  /** The present manager. */
  manager: Person.nullable(),
  /** The next manager, and the first day. */
  next: z.object({ manager: Person.nullable(), from: z.iso.date() }).nullable(),
  /** The first day on which it applies; null: always. */
  validFrom: z.iso.date().nullable(),
  /** Empty if its outlets are only chosen by hand. */
  areas: z.array(Area),
  version: Version,
  /** The number of its outlets that are not closed. */
  outlets: z.number().int(),
  visitsPerWeek: z.number(),
  /** The hours that these visits take in a week. */
  serviceHours: z.number(),
  /** The metres to its stops that are planned in the runs of the seven days from today on. */
  plannedM: z.number(),
});
export type Territory = z.infer<typeof Territory>;

const optionalId = Id.nullish().transform((id) => id ?? null);

export const TerritoryInput = z
  .object({
    id: Id.optional(),
    /** The organisation that owns it; left out: the caller's own. It cannot be changed later. */
    organisationId: Id.optional(),
    name: text(80),
    colour: z
      .string()
      .regex(/^#[0-9a-f]{6}$/, faultCode('enter-colour'))
      .max(7)
      .default('#2563d9'),
    managerId: optionalId,
    /** With the day of the handover; null if nobody follows, or if the territory then has no manager. */
    nextManagerId: optionalId,
    nextFrom: optionalDay,
    validFrom: optionalDay,
    areas: z.array(AreaInput).max(MAX_AREAS, faultCode('choose-at-most')).default([]),
    version: Version.optional(),
  })
  .refine(({ nextManagerId, nextFrom }) => nextManagerId === null || nextFrom !== null, {
    error: faultCode('choose-day'),
    path: ['nextFrom'],
  });

const outlets = grant('outlets');
const one = z.object({ territory: Territory });

const territoryCalls = recordCalls({
  view: outlets('view'),
  remove: outlets('delete'),
  limited: { view: 'allowed', remove: 'denied' },
  subject: 'territory',
  audit: 'territory',
  bounds: {
    'territory.areas[]': 'MAX_AREAS of the contract',
    'territory.areas[][]': 'MAX_CORNERS of the contract',
  },
  output: one,
});

export const territoryOperations = {
  'get-territory-list': operation({
    summary:
      'Lists all territories by name, with the number of outlets in none of them; closed outlets are not counted.',
    access: outlets('view'),
    limited: 'allowed',
    weight: 'heavy',
    bounds: {
      'rows[]': 10000,
      'rows[].areas[]': 'MAX_AREAS of the contract',
      'rows[].areas[][]': 'MAX_CORNERS of the contract',
    },
    input: Empty,
    output: listOutput(Territory).extend({ outside: z.number().int(), unplaced: z.number().int() }),
  }),
  'get-territory-by-id': territoryCalls.byId('Returns one territory.'),
  'save-territory': operation({
    summary:
      'Creates or changes a territory, and assigns outlets that are not assigned by hand to the areas in which they lie.',
    access: outlets('save'),
    limited: 'denied',
    subject: 'territory',
    audit: 'territory',
    errors: [404, 409],
    boundByBody: true,
    example: { name: 'North' },
    bounds: {
      'territory.areas[]': 'MAX_AREAS of the contract',
      'territory.areas[][]': 'MAX_CORNERS of the contract',
    },
    input: TerritoryInput,
    output: one,
  }),
  'delete-territory': territoryCalls.deleted(
    'Deletes a territory; its outlets are in none then, unless another territory contains them. `restore-territory` undoes it.',
  ),
  'restore-territory': territoryCalls.restored(
    'Restores a deleted territory, unless another one has taken its place meanwhile.',
  ),
  'get-territory-choices': operation({
    summary:
      "Returns people who can manage a territory: those of its organisation, or of the caller's own for a new one.",
    access: outlets('view'),
    limited: 'denied',
    subject: 'territory',
    errors: [404],
    bounds: { 'people[]': 10000 },
    input: z.object({ id: Id.optional() }),
    output: z.object({ people: z.array(Person), peopleTotal: z.number().int() }),
  }),
};
