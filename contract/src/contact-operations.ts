import { z } from 'zod';
import { Id, listInput, listOutput, optionalLines, Coordinates, text, Version } from './common.ts';
import { CONTACT_KINDS } from './contact-kinds.ts';
import { recordCalls } from './record-calls.ts';
import { grant, operation } from './operation.ts';

const MAX_WAYS = 5;

/** A company or person outside the organisation, such as a filling station or a workshop. */
export const Contact = z.object({
  id: Id,
  organisationId: Id,
  kind: z.enum(CONTACT_KINDS),
  name: z.string(),
  phones: z.array(z.string()),
  emails: z.array(z.string()),
  address: z.string().nullable(),
  place: Coordinates.nullable(),
  note: z.string().nullable(),
  version: Version,
});
export type Contact = z.infer<typeof Contact>;

const contacts = grant('contacts');

const contactCalls = recordCalls({
  view: contacts('view'),
  remove: contacts('delete'),
  limited: 'allowed',
  subject: 'contact',
  audit: 'contact',
  output: z.object({ contact: Contact }),
});

export const contactOperations = {
  'get-contact-list': operation({
    summary: 'Lists contacts, a page at a time.',
    access: contacts('view'),
    limited: 'allowed',
    input: listInput(['name', 'kind', 'address']).extend({ kind: z.enum(CONTACT_KINDS).optional() }),
    output: listOutput(Contact),
  }),
  'get-contact-by-id': contactCalls.byId('Returns one contact.'),
  'save-contact': operation({
    summary: 'Creates or changes a contact.',
    access: contacts('save'),
    limited: 'allowed',
    subject: 'contact',
    audit: 'contact',
    errors: [404, 409],
    example: { kind: 'vendor', name: 'Depot' },
    input: z.object({
      id: Id.optional(),
      /** The organisation that owns it; left out: the caller's own. It cannot be changed later. */
      organisationId: Id.optional(),
      kind: z.enum(CONTACT_KINDS),
      name: text(100),
      phones: z.array(text(30)).max(MAX_WAYS).default([]),
      emails: z.array(z.email('enter-email').max(200)).max(MAX_WAYS).default([]),
      address: optionalLines(300),
      place: Coordinates.nullish().transform((place) => place ?? null),
      note: optionalLines(2000),
      version: Version.optional(),
    }),
    output: z.object({ contact: Contact }),
  }),
  'delete-contact': contactCalls.deleted(
    'Deletes a contact; `restore-contact` undoes it. Records that refer to it keep it.',
  ),
  'restore-contact': contactCalls.restored('Restores a deleted contact.'),
};
