import { z } from 'zod';
import { Empty, Id, listOutput, optionalText, text, Version } from './common.ts';
import { faultCode } from './fault.ts';
import { MAX_OWN_FIELDS, OWN_FIELD_RECORDS, OWN_FIELD_TYPES } from './own-field-kinds.ts';
import { ID_INPUT } from './record-calls.ts';
import { grant, operation } from './operation.ts';

const MAX_CHOICES = 50;

const Fields = z.object({
  kind: z.enum(OWN_FIELD_RECORDS),
  name: text(40),
  type: z.enum(OWN_FIELD_TYPES),
  /** The unit of a number. */
  unit: optionalText(15),
  /** The options of a choice, in display order. */
  choices: z.array(text(40)).max(MAX_CHOICES, faultCode('choose-at-most')).default([]),
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
export const OwnValues = z.array(OwnValue).max(MAX_OWN_FIELDS).optional();

/** Filters a list by one value of a choice or of yes and no. */
export const OwnFilter = z.object({ id: Id, value: z.union([z.string().max(40), z.boolean()]) }).optional();

const organisations = grant('organisations');
const one = z.object({ field: OwnField });

export const ownFieldOperations = {
  'get-own-fields': operation({
    summary:
      "Lists the custom fields of a kind of record: of the record's organisation, of the given one or of the caller's own.",
    access: 'signedIn',
    limited: 'allowed',
    errors: [404],
    example: { kind: 'vehicle' },
    bounds: { 'rows[]': 'MAX_OWN_FIELDS of the contract', 'rows[].choices[]': 'fifty, by the input' },
    input: z.object({ kind: z.enum(OWN_FIELD_RECORDS), organisationId: Id.optional(), recordId: Id.optional() }),
    output: listOutput(OwnField),
  }),
  'save-own-field': operation({
    summary: 'Creates or changes a custom field.',
    access: organisations('edit'),
    limited: 'denied',
    subject: 'ownField',
    audit: 'own-field',
    errors: [404, 409],
    oneRight: 'a custom field is a setting of the organisation',
    example: { kind: 'vehicle', name: 'Insurance class', type: 'text' },
    bounds: { 'field.choices[]': 'fifty, by the input' },
    input: Fields.extend({ id: Id.optional(), organisationId: Id.optional(), version: Version.optional() }).refine(
      ({ type, choices }) => type !== 'choice' || choices.length > 0,
      { error: faultCode('enter-value'), path: ['choices'] },
    ),
    output: one,
  }),
  'delete-own-field': operation({
    summary: 'Deletes a custom field. Its values stay, and `restore-own-field` restores it with them.',
    access: organisations('edit'),
    limited: 'denied',
    subject: 'ownField',
    audit: 'own-field',
    errors: [404, 409],
    unversioned: 'deletes the whole record, whoever changed it last',
    ...ID_INPUT,
    output: Empty,
  }),
  'restore-own-field': operation({
    summary: 'Restores a deleted custom field with its values.',
    access: organisations('edit'),
    limited: 'denied',
    subject: 'ownField',
    audit: 'own-field',
    errors: [404, 409],
    unversioned: 'restores the record as it was deleted',
    bounds: { 'field.choices[]': 'fifty, by the input' },
    ...ID_INPUT,
    output: one,
  }),
};
