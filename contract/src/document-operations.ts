import { z } from 'zod';
import { Currency, Money } from './amount.ts';
import { Id, listInput, listOutput, optionalDay, optionalLines, optionalText, searchText, Version } from './common.ts';
import { canHold, DOCUMENT_HOLDERS, DOCUMENT_KIND_NAMES, DOCUMENT_STATES } from './document-kinds.ts';
import { faultCode } from './fault.ts';
import { MAX_FILES } from './file-kinds.ts';
import { ID_INPUT, recordCalls } from './record-calls.ts';
import { grant, operation } from './operation.ts';

export const DocumentKind = z.enum(DOCUMENT_KIND_NAMES, faultCode('choose-document-kind'));
const Holder = z.enum(DOCUMENT_HOLDERS);

/** A document of a vehicle, a driver or the organisation, such as an insurance. */
export const FleetDocument = z.object({
  id: Id,
  organisationId: Id,
  kind: DocumentKind,
  holder: Holder,
  vehicleId: Id.nullable(),
  driverId: Id.nullable(),
  /** The registration, or the name of the driver or of the organisation. */
  holderName: z.string(),
  number: z.string().nullable(),
  issuer: z.string().nullable(),
  /** Days in the organisation's time zone. */
  issuedOn: z.iso.date().nullable(),
  validFrom: z.iso.date().nullable(),
  /** The last day on which it is valid; null if it does not expire. */
  validUntil: z.iso.date().nullable(),
  /** Days until `validUntil` in the organisation's time zone: 0 on that day, negative after it. */
  daysLeft: z.number().int().nullable(),
  state: z.enum(DOCUMENT_STATES),
  /** In the smallest unit of `currency`; null with it. */
  cost: Money.nullable(),
  currency: z.string().nullable(),
  note: z.string().nullable(),
  /** The previous document in the chain of renewals. */
  renewsId: Id.nullable(),
  version: Version,
});
export type FleetDocument = z.infer<typeof FleetDocument>;

const inOrder = ({
  issuedOn,
  validFrom,
  validUntil,
}: Record<'issuedOn' | 'validFrom' | 'validUntil', string | null>) => {
  const first = validFrom ?? issuedOn;
  return first === null || validUntil === null || validUntil >= first;
};

const DocumentInput = z
  .object({
    id: Id.optional(),
    kind: DocumentKind,
    holder: Holder,
    /** The holder, if it is a vehicle or a driver. */
    vehicleId: Id.nullish().transform((id) => id ?? null),
    driverId: Id.nullish().transform((id) => id ?? null),
    /** For a document of an organisation: its owner, the caller's own if left out. It cannot be changed later. */
    organisationId: Id.nullish().transform((id) => id ?? undefined),
    number: optionalText(60),
    issuer: optionalText(100),
    issuedOn: optionalDay,
    validFrom: optionalDay,
    validUntil: optionalDay,
    cost: Money.nullish().transform((cost) => cost ?? null),
    /** The currency of the organisation; others are refused. */
    currency: Currency.nullish().transform((code) => code ?? null),
    note: optionalLines(2000),
    /** For a new document: the document that it follows. */
    renewsId: Id.nullish().transform((id) => id ?? null),
    /** Scans and photos of it, uploaded by the person beforehand. */
    fileIds: z.array(Id).max(MAX_FILES, faultCode('choose-at-most')).default([]),
    version: Version.optional(),
  })
  .refine(inOrder, { error: faultCode('not-before-start'), path: ['validUntil'] })
  .refine(({ kind, holder }) => canHold(kind, holder), { error: faultCode('document-kind-holder'), path: ['kind'] })
  .refine(({ holder, vehicleId }) => holder !== 'vehicle' || vehicleId !== null, {
    error: faultCode('choose-vehicle'),
    path: ['vehicleId'],
  })
  .refine(({ holder, driverId }) => holder !== 'driver' || driverId !== null, {
    error: faultCode('choose-driver'),
    path: ['driverId'],
  });

const media = grant('media');

const documentCalls = recordCalls({
  view: media('view'),
  remove: media('delete'),
  limited: 'allowed',
  subject: 'document',
  audit: 'document',
  output: z.object({ document: FleetDocument }),
});

export const documentOperations = {
  'get-document-list': operation({
    summary: 'Lists documents, a page at a time.',
    access: media('view'),
    limited: 'allowed',
    input: listInput(['validUntil', 'kind', 'holder', 'number', 'issuer', 'cost']).extend({
      kind: DocumentKind.optional(),
      holder: Holder.optional(),
      /** Left out: all except the renewed ones. */
      state: z.enum(DOCUMENT_STATES).optional(),
      vehicleId: Id.optional(),
      driverId: Id.optional(),
    }),
    output: listOutput(FleetDocument),
  }),
  'get-document-by-id': operation({
    summary: 'Returns one document and the chain of its renewals, the newest first.',
    access: media('view'),
    limited: 'allowed',
    subject: 'document',
    errors: [404],
    bounds: { 'chain[]': 'MAX_RENEWALS of the store' },
    ...ID_INPUT,
    output: z.object({ document: FleetDocument, chain: z.array(FleetDocument) }),
  }),
  'save-document': operation({
    summary: 'Creates or changes a document, or renews one.',
    access: media('save'),
    limited: 'allowed',
    subject: 'document',
    audit: 'document',
    errors: [404, 409],
    example: { kind: 'insurance', holder: 'vehicle', vehicleId: 999_999 },
    input: DocumentInput,
    output: z.object({ document: FleetDocument }),
  }),
  'delete-document': documentCalls.deleted(
    'Deletes a document; `restore-document` undoes it. The document that it renewed counts again.',
  ),
  'restore-document': documentCalls.restored('Restores a deleted document.'),
  'get-document-holders': operation({
    summary:
      'Returns holders of documents by part of their name, the first 50, with the currency of their organisation.',
    access: media('view'),
    limited: 'allowed',
    bounds: { 'rows[]': 50 },
    input: z.object({ holder: Holder.default('vehicle'), search: searchText(100) }),
    output: listOutput(z.object({ id: Id, name: z.string(), currency: z.string() })),
  }),
};
