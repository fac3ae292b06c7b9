import { z } from 'zod';
import { Area, AreaInput } from './area.ts';
import { Id, listInput, listOutput, optionalLines, optionalText, Coordinates, text, Version } from './common.ts';
import { faultCode } from './fault.ts';
import {
  ARRIVAL_M,
  MAX_ARRIVAL_CORNERS,
  MAX_OUTLET_CODE_LENGTH,
  OUTLET_CLASSES,
  OUTLET_STATES,
} from './outlet-kinds.ts';
import { OwnFilter, OwnValue, OwnValues } from './own-field-operations.ts';
import { recordCalls } from './record-calls.ts';
import { grant, operation } from './operation.ts';
import { WeeklyHours } from './weekly-hours.ts';

/** A place that is served: a shop, a site, a customer's door. */
export const Outlet = z.object({
  id: Id,
  organisationId: Id,
  /** The organisation's code for it, unique among its outlets. */
  code: z.string(),
  name: z.string(),
  address: z.string().nullable(),
  /** Null: its coordinates are not known yet. */
  place: Coordinates.nullable(),
  /** A vehicle within this many metres of the coordinates has arrived. */
  radiusM: z.number().int(),
  /** A drawn arrival area instead of the circle; null: the circle. */
  area: Area.nullable(),
  contactName: z.string().nullable(),
  phone: z.string().nullable(),
  hours: WeeklyHours.nullable(),
  /** The duration of a visit in minutes. */
  serviceMin: z.number().int().nullable(),
  class: z.enum(OUTLET_CLASSES).nullable(),
  visitsPerWeek: z.number().nullable(),
  state: z.enum(OUTLET_STATES),
  /** Its territory: the chosen one, otherwise the one whose area contains it. */
  territory: z.object({ id: Id, name: z.string(), colour: z.string() }).nullable(),
  /** The chosen territory; null: the coordinates decide. */
  handTerritoryId: Id.nullable(),
  note: z.string().nullable(),
  version: Version,
  /** The values of the organisation's custom fields. */
  own: z.array(OwnValue),
});
export type Outlet = z.infer<typeof Outlet>;

const orNull = <Schema extends z.ZodType>(schema: Schema) => schema.nullish().transform((value) => value ?? null);
const number = z.number(faultCode('enter-number'));

/** Devices and tables use latitude and longitude 0 for unknown coordinates. */
const OutletPlace = Coordinates.refine(({ lat, lon }) => lat !== 0 || lon !== 0, faultCode('place-zero'));

export const OutletInput = z.object({
  id: Id.optional(),
  /** The organisation that owns it; left out: the caller's own. It cannot be changed later. */
  organisationId: Id.optional(),
  code: text(MAX_OUTLET_CODE_LENGTH),
  name: text(100),
  address: optionalLines(300),
  place: orNull(OutletPlace),
  radiusM: number
    .int(faultCode('enter-whole-number'))
    .min(ARRIVAL_M.min, faultCode('at-least'))
    .max(ARRIVAL_M.max, faultCode('at-most'))
    .default(ARRIVAL_M.usual),
  /** Null: the circle; left out: unchanged. */
  area: AreaInput.refine(({ length }) => length <= MAX_ARRIVAL_CORNERS, {
    error: faultCode('shape-many-corners'),
    params: { most: MAX_ARRIVAL_CORNERS },
  })
    .nullable()
    .optional(),
  contactName: optionalText(80),
  phone: optionalText(30),
  hours: orNull(WeeklyHours),
  serviceMin: orNull(
    number.int(faultCode('enter-whole-number')).min(0, faultCode('at-least')).max(1440, faultCode('at-most')),
  ),
  class: orNull(z.enum(OUTLET_CLASSES, faultCode('choose-offered'))),
  visitsPerWeek: orNull(number.min(0, faultCode('at-least')).max(50, faultCode('at-most'))),
  state: z.enum(OUTLET_STATES, faultCode('choose-offered')).default('active'),
  /** Left out or null: the coordinates decide. */
  handTerritoryId: orNull(Id),
  note: optionalLines(2000),
  version: Version.optional(),
  own: OwnValues,
});

/** The filters of the list of outlets, in addition to the search. */
export const outletFilter = {
  class: z.enum(OUTLET_CLASSES).optional(),
  state: z.enum(OUTLET_STATES).optional(),
  /** Only those without coordinates. */
  unplaced: z.boolean().optional(),
  territoryId: Id.optional(),
  /** Only those in no territory. */
  outside: z.boolean().optional(),
  own: OwnFilter,
};

/** An outlet for maps. */
export const MapOutlet = z.object({
  id: Id,
  code: z.string(),
  name: z.string(),
  place: Coordinates,
  class: z.enum(OUTLET_CLASSES).nullable(),
  state: z.enum(OUTLET_STATES),
  territoryId: Id.nullable(),
});
export type MapOutlet = z.infer<typeof MapOutlet>;

const outlets = grant('outlets');
const one = z.object({ outlet: Outlet });

const outletCalls = recordCalls({
  view: outlets('view'),
  remove: outlets('delete'),
  limited: { view: 'allowed', remove: 'denied' },
  subject: 'outlet',
  audit: 'outlet',
  bounds: { 'outlet.own[]': 'MAX_OWN_FIELDS of the contract', 'outlet.area[]': 'MAX_CORNERS of the contract' },
  output: one,
});

export const outletOperations = {
  'get-outlet-list': operation({
    summary: 'Lists outlets, a page at a time.',
    access: outlets('view'),
    limited: 'allowed',
    bounds: { 'rows[].own[]': 'MAX_OWN_FIELDS of the contract', 'rows[].area[]': 'MAX_CORNERS of the contract' },
    input: listInput(['code', 'name', 'class', 'visitsPerWeek']).extend(outletFilter),
    output: listOutput(Outlet),
  }),
  'get-outlet-map': operation({
    summary: 'Returns the outlets of the list with the same search and filter whose coordinates are known, for maps.',
    access: outlets('view'),
    limited: 'allowed',
    weight: 'heavy',
    bounds: { 'rows[]': 10000 },
    input: listInput(['code']).pick({ search: true }).extend(outletFilter),
    output: listOutput(MapOutlet),
  }),
  'get-outlet-by-id': outletCalls.byId('Returns one outlet.'),
  'get-outlet-place-check': operation({
    summary:
      'Returns findings about coordinates before an outlet is placed there: `offshore` where they lie in the open sea.',
    access: outlets('view'),
    limited: 'allowed',
    example: { lat: -34.9, lon: -56.16 },
    input: Coordinates,
    output: z.object({ offshore: z.boolean() }),
  }),
  'save-outlet': operation({
    summary: 'Creates or changes an outlet.',
    access: outlets('save'),
    limited: 'denied',
    subject: 'outlet',
    audit: 'outlet',
    errors: [404, 409],
    boundByBody: true,
    example: { code: 'S1', name: 'Shop' },
    bounds: { 'outlet.own[]': 'MAX_OWN_FIELDS of the contract', 'outlet.area[]': 'MAX_CORNERS of the contract' },
    input: OutletInput,
    output: one,
  }),
  'delete-outlet': outletCalls.deleted(
    'Deletes an outlet; `restore-outlet` undoes it, unless another outlet has its code meanwhile.',
  ),
  'restore-outlet': outletCalls.restored('Restores a deleted outlet.'),
};
