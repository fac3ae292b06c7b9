import { z } from 'zod';
import { Empty, Id, listOutput, optionalText, text, Version } from './common.ts';
import { faultCode } from './fault.ts';
import { MOST_OWN_FIELDS, OWN_FIELD_RECORDS, OWN_FIELD_TYPES } from './own-field-kinds.ts';
import { grant, route } from './route.ts';

const MOST_CHOICES = 50;

const Fields = z.object({
  kind: z.enum(OWN_FIELD_RECORDS),
  name: text(40),
  type: z.enum(OWN_FIELD_TYPES),
  /** The unit of a number. */
  unit: optionalText(15),
  /** The options of a choice, in display order. */
  choices: z.array(text(40)).max(MOST_CHOICES, faultCode('choose-at-most')).default([]),
  /** The form cannot be saved without it. */
  required: z.boolean().default(false),
});

/** A custom field of an organisation. */
export const OwnField = z.object({
  id: Id,
  organisationId: Id,
  kind: z.enum(OWN_FIELD_RECORDS),
  name: z.string(),
  type: z.enum(OWN_FIELD_TYPES),
  unit: z.string().nullable(),
  choices: z.array(z.string()),
  required: z.boolean(),
  version: Version,
});
export type OwnField = z.infer<typeof OwnField>;

/** The value of a text field. */
export const OwnText = text(100);

/** A day is written `YYYY-MM-DD`. */
const Value = z.union([
  z.string().max(100, faultCode('at-most-characters')),
  z.number(faultCode('enter-number')),
  z.boolean(),
]);
export const OwnValue = z.object({ id: Id, value: Value.nullable() });
export type OwnValue = z.infer<typeof OwnValue>;
/** The submitted values of a record; left out: unchanged. */
export const OwnValues = z.array(OwnValue).max(MOST_OWN_FIELDS).optional();

/** Filters a list by one value of a choice or of yes and no. */
export const OwnFilter = z.object({ id: Id, value: z.union([z.string().max(40), z.boolean()]) }).optional();

const organisations = grant('organisations');
const one = z.object({ field: OwnField });

export const ownFieldRoutes = {
  /**
   * The custom fields of a kind of record: of the record's organisation, of the given organisation, or of the caller's
   * own.
   */
  'get-own-fields': route({
    access: 'signedIn',
    limited: 'allowed',
    example: { kind: 'vehicle' },
    bounds: { 'rows[]': 'MOST_OWN_FIELDS of the contract', 'rows[].choices[]': 'fifty, by the input' },
    input: z.object({ kind: z.enum(OWN_FIELD_RECORDS), organisationId: Id.optional(), recordId: Id.optional() }),
    output: listOutput(OwnField),
  }),
  'save-own-field': route({
    access: organisations('edit'),
    limited: 'denied',
    subject: 'ownField',
    example: { kind: 'vehicle', name: 'Insurance class', type: 'text' },
    bounds: { 'field.choices[]': 'fifty, by the input' },
    input: Fields.extend({ id: Id.optional(), organisationId: Id.optional(), version: Version.optional() }).refine(
      ({ type, choices }) => type !== 'choice' || choices.length > 0,
      { error: faultCode('enter-value'), path: ['choices'] },
    ),
    output: one,
  }),
  /** Hides the field; its values are retained, and `restore-own-field` restores both. */
  'delete-own-field': route({
    access: organisations('edit'),
    limited: 'denied',
    subject: 'ownField',
    example: { id: 999_999 },
    input: z.object({ id: Id }),
    output: Empty,
  }),
  'restore-own-field': route({
    access: organisations('edit'),
    limited: 'denied',
    subject: 'ownField',
    example: { id: 999_999 },
    bounds: { 'field.choices[]': 'fifty, by the input' },
    input: z.object({ id: Id }),
    output: one,
  }),
};
