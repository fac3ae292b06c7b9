import { OPERATIONS } from '@milepost/contract/operations';
import { z } from 'zod';
import { DOCUMENT_TABLE } from '../../store/imports/document-records.ts';
import { compactRegistration } from '../../store/imports/plates.ts';
import { resolveDocuments } from '../../store/imports/resolve-documents.ts';
import type { ImportDescriptor, Value } from '../import-descriptor.ts';
import { amountText, dayBy, textBy, wordFor } from '../read-fields.ts';
import { tableWork } from '../table-import.ts';
import { DOCUMENT_HEADINGS } from './document-headings.ts';
import { DOCUMENT_WORDS } from './document-words.ts';

const { shape } = OPERATIONS['save-document'].input;
const { registration } = OPERATIONS['save-vehicle'].input.shape;
const { name: driverName } = OPERATIONS['name-driver'].input.shape;
const { name: organisationName } = OPERATIONS['save-organisation'].input.shape;

const textOf = (value: Value | undefined) => (typeof value === 'string' ? value.toLowerCase() : '');

/** Documents of vehicles, drivers and the organisation, found by kind, holder and number. */
export const documentImport = {
  ...tableWork(DOCUMENT_TABLE),
  subject: 'document',
  resolve: resolveDocuments,
  fields: {
    kind: {
      words: DOCUMENT_HEADINGS.kind,
      looks: /^(insurance|permit|fitness|puc|rc|driving licen[cs]e|road tax)$/i,
      read: wordFor(DOCUMENT_WORDS, 'documentKinds'),
    },
    vehicle: { words: DOCUMENT_HEADINGS.vehicle, read: textBy(registration) },
    driver: { words: DOCUMENT_HEADINGS.driver, read: textBy(driverName) },
    organisation: { words: DOCUMENT_HEADINGS.organisation, read: textBy(organisationName) },
    number: {
      words: DOCUMENT_HEADINGS.number,
      read: textBy(shape.number),
      once: (number, { kind, vehicle, driver }) =>
        JSON.stringify([kind, compactRegistration(textOf(vehicle)), textOf(driver), number.toUpperCase()]),
    },
    issuer: { words: DOCUMENT_HEADINGS.issuer, read: textBy(shape.issuer) },
    issuedOn: { words: DOCUMENT_HEADINGS.issuedOn, read: dayBy(shape.issuedOn) },
    validFrom: { words: DOCUMENT_HEADINGS.validFrom, read: dayBy(shape.validFrom) },
    validUntil: { words: DOCUMENT_HEADINGS.validUntil, read: dayBy(shape.validUntil) },
    cost: { words: DOCUMENT_HEADINGS.cost, read: amountText },
    currency: { words: DOCUMENT_HEADINGS.currency, looks: /^[A-Z]{3}$/, read: textBy(z.string()) },
    note: { words: DOCUMENT_HEADINGS.note, read: textBy(shape.note) },
  },
} satisfies ImportDescriptor;
