import { z } from 'zod';
import { faultCode } from './fault.ts';
import { NearVehicle } from './alarm-operations.ts';
import { Empty, Id, optionalLines, Coordinates, text, listOutput, Version } from './common.ts';
import { IMPORT_PLACES, PLACE_CATEGORIES } from './place-kinds.ts';
import { BODY_LIMIT, grant, operation } from './operation.ts';

export const PlaceCategory = z.enum(PLACE_CATEGORIES);
const PlaceFields = z.object({
  name: text(80),
  category: PlaceCategory.default('other'),
  colour: z
    .string()
    .regex(/^#[0-9a-f]{6}$/, faultCode('enter-colour'))
    .max(7)
    .default('#2563d9'),
  note: optionalLines(500),
  lat: z.number(faultCode('enter-number')).min(-90, faultCode('at-least')).max(90, faultCode('at-most')),
  lon: z.number(faultCode('enter-number')).min(-180, faultCode('at-least')).max(180, faultCode('at-most')),
});

/** A named point that an organisation marked on its maps. */
export const PlaceOfInterest = z.object({
  id: Id,
  organisationId: Id,
  name: z.string(),
  category: PlaceCategory,
  colour: z.string(),
  note: z.string().nullable(),
  lat: z.number(),
  lon: z.number(),
  version: Version,
});
export type PlaceOfInterest = z.infer<typeof PlaceOfInterest>;

const maps = grant('maps');

export const placeOperations = {
  'get-place-list': operation({
    summary: "Lists all places of the caller's organisations by name.",
    access: maps('view'),
    limited: 'allowed',
    bounds: { 'rows[]': 10000 },
    input: Empty,
    output: listOutput(PlaceOfInterest),
  }),
  'save-place': operation({
    summary: 'Creates or changes a place.',
    access: maps('save'),
    limited: 'denied',
    subject: 'place',
    audit: 'place',
    errors: [404, 409],
    example: { name: 'Yard', lat: -34.9, lon: -56.18 },
    input: PlaceFields.extend({
      id: Id.optional(),
      /** The organisation that owns it; left out: the caller's own. It cannot be changed later. */
      organisationId: Id.optional(),
      version: Version.optional(),
    }),
    output: z.object({ place: PlaceOfInterest }),
  }),
  'delete-places': operation({
    summary: 'Deletes places; `restore-places` undoes it.',
    access: maps('delete'),
    limited: 'denied',
    subject: 'place',
    audit: 'place',
    errors: [404],
    unversioned: 'deletes the whole record, whoever changed it last',
    example: { ids: [999_999] },
    input: z.object({ ids: z.array(Id).min(1, faultCode('choose-one')).max(500, faultCode('choose-at-most')) }),
    output: Empty,
  }),
  'restore-places': operation({
    summary: 'Restores deleted places.',
    access: maps('delete'),
    limited: 'denied',
    subject: 'place',
    audit: 'place',
    errors: [404],
    unversioned: 'restores the record as it was deleted',
    example: { ids: [999_999] },
    input: z.object({ ids: z.array(Id).min(1, faultCode('choose-one')).max(500, faultCode('choose-at-most')) }),
    output: Empty,
  }),
  'import-places': operation({
    summary: 'Adds many places: all or none.',
    access: maps('create'),
    limited: 'denied',
    bodyBytes: BODY_LIMIT,
    audit: 'place',
    errors: [404, 409],
    unversioned: 'creates a new record',
    boundByBody: true,
    example: { rows: [{ name: 'Yard', lat: -34.9, lon: -56.18 }], organisationId: 999_999 },
    input: z.object({
      organisationId: Id.optional(),
      rows: z.array(PlaceFields).min(1, faultCode('choose-one')).max(IMPORT_PLACES),
    }),
    output: z.object({ added: z.number().int() }),
  }),
  'get-named-places': operation({
    summary:
      'Returns addresses, streets, suburbs and towns whose name contains the text, for everybody who may search on a map.',
    access: { menu: 'maps', or: ['live-map', 'geo-fence'], action: 'view' },
    limited: 'allowed',
    example: { text: 'Italia' },
    bounds: { 'rows[]': 'MAX_PLACES of the handler' },
    input: z.object({
      text: text(100),
      /** Only searches the data of this server: the typed text is not sent to a geocoder. */
      own: z.boolean().default(false),
    }),
    output: z.object({ rows: z.array(Coordinates.extend({ name: z.string() })) }),
  }),
  'get-vehicles-near': operation({
    summary: 'Returns the vehicles nearest to some coordinates.',
    access: { menu: 'maps', or: ['live-map'], action: 'view' },
    limited: 'allowed',
    example: { lat: -34.9, lon: -56.18 },
    bounds: { 'rows[]': 'most of the input' },
    input: Coordinates.extend({ most: z.number().int().min(1).max(100).default(10) }),
    output: z.object({ rows: z.array(NearVehicle) }),
  }),
};
