import { z } from 'zod';
import { faultCode } from './fault.ts';
import { NearVehicle } from './alarm-routes.ts';
import { Empty, Id, optionalLines, Place, text, listOutput, Version } from './common.ts';
import { IMPORT_PLACES, PLACE_CATEGORIES } from './place-kinds.ts';
import { BODY_LIMIT, grant, route } from './route.ts';

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

export const placeRoutes = {
  /** All places of the caller's organisations, by name. */
  'get-place-list': route({
    access: maps('view'),
    limited: 'allowed',
    bounds: { 'rows[]': 10000 },
    input: Empty,
    output: listOutput(PlaceOfInterest),
  }),
  'save-place': route({
    access: maps('save'),
    limited: 'denied',
    subject: 'place',
    example: { name: 'Yard', lat: -34.9, lon: -56.18 },
    input: PlaceFields.extend({
      id: Id.optional(),
      /** The organisation that owns it; left out: the caller's own. It cannot be changed later. */
      organisationId: Id.optional(),
      version: Version.optional(),
    }),
    output: z.object({ place: PlaceOfInterest }),
  }),
  /** Hides places; `restore-places` undoes it. */
  'delete-places': route({
    access: maps('delete'),
    limited: 'denied',
    subject: 'place',
    example: { ids: [999_999] },
    input: z.object({ ids: z.array(Id).min(1, faultCode('choose-one')).max(500, faultCode('choose-at-most')) }),
    output: Empty,
  }),
  'restore-places': route({
    access: maps('delete'),
    limited: 'denied',
    subject: 'place',
    example: { ids: [999_999] },
    input: z.object({ ids: z.array(Id).min(1, faultCode('choose-one')).max(500, faultCode('choose-at-most')) }),
    output: Empty,
  }),
  /** Adds many places: all of them, or none. */
  'import-places': route({
    access: maps('create'),
    limited: 'denied',
    bodyBytes: BODY_LIMIT,
    example: { rows: [{ name: 'Yard', lat: -34.9, lon: -56.18 }], organisationId: 999_999 },
    input: z.object({
      organisationId: Id.optional(),
      rows: z.array(PlaceFields).min(1, faultCode('choose-one')).max(IMPORT_PLACES),
    }),
    output: z.object({ added: z.number().int() }),
  }),
  /**
   * Addresses, streets, suburbs and towns whose name contains the text. Available to everybody who can see a searchable
   * map.
   */
  'get-named-places': route({
    access: { menu: 'maps', or: ['live-map', 'geo-fence'], action: 'view' },
    limited: 'allowed',
    example: { text: 'Italia' },
    bounds: { 'rows[]': 'MOST_PLACES of the handler' },
    input: z.object({
      text: text(100),
      /** Only searches the data of this server: the typed text is not sent to a geocoder. */
      own: z.boolean().default(false),
    }),
    output: z.object({ rows: z.array(Place.extend({ name: z.string() })) }),
  }),
  /** Vehicles near a point, nearest first. */
  'get-vehicles-near': route({
    access: { menu: 'maps', or: ['live-map'], action: 'view' },
    limited: 'allowed',
    example: { lat: -34.9, lon: -56.18 },
    bounds: { 'rows[]': 'most of the input' },
    input: Place.extend({ most: z.number().int().min(1).max(100).default(10) }),
    output: z.object({ rows: z.array(NearVehicle) }),
  }),
};
