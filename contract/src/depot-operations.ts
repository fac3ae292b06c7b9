import { z } from 'zod';
import { Id, listInput, listOutput, Coordinates, text, Version } from './common.ts';
import { faultCode } from './fault.ts';
import { DEPOT_M } from './route-kinds.ts';
import { recordCalls } from './record-calls.ts';
import { grant, operation } from './operation.ts';

/** A place where runs begin and end. */
export const Depot = z.object({
  id: Id,
  organisationId: Id,
  name: z.string(),
  place: Coordinates,
  /** Within this many metres of the depot's coordinates, a vehicle is at the depot. */
  radiusM: z.number().int(),
  version: Version,
});
export type Depot = z.infer<typeof Depot>;

const DepotInput = z.object({
  id: Id.optional(),
  /** The organisation that owns it; left out: the caller's own. It cannot be changed later. */
  organisationId: Id.optional(),
  name: text(80),
  place: z
    .object(Coordinates.shape, faultCode('choose-depot-place'))
    .refine(({ lat, lon }) => lat !== 0 || lon !== 0, faultCode('choose-depot-place')),
  radiusM: z
    .number(faultCode('enter-number'))
    .int(faultCode('enter-whole-number'))
    .min(DEPOT_M.min, faultCode('at-least'))
    .max(DEPOT_M.max, faultCode('at-most'))
    .default(DEPOT_M.usual),
  version: Version.optional(),
});

const routes = grant('routes');
const one = z.object({ depot: Depot });

const depotCalls = recordCalls({
  view: routes('view'),
  remove: routes('delete'),
  limited: { view: 'allowed', remove: 'denied' },
  subject: 'depot',
  audit: 'depot',
  output: one,
});

export const depotOperations = {
  'get-depot-list': operation({
    summary: 'Lists depots, a page at a time.',
    access: routes('view'),
    limited: 'allowed',
    input: listInput(['name']),
    output: listOutput(Depot),
  }),
  'get-depot-by-id': depotCalls.byId('Returns one depot.'),
  'save-depot': operation({
    summary: 'Creates or changes a depot.',
    access: routes('save'),
    limited: 'denied',
    subject: 'depot',
    audit: 'depot',
    errors: [404, 409],
    example: { name: 'Depot', place: { lat: 10, lon: 10 } },
    input: DepotInput,
    output: one,
  }),
  'delete-depot': depotCalls.deleted(
    'Deletes a depot unless a current plan starts or ends there; `restore-depot` undoes it.',
  ),
  'restore-depot': depotCalls.restored('Restores a deleted depot.'),
};
