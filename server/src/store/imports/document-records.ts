import { isDocumentKind } from '@milepost/contract/document-kinds';
import { wordsOfKind } from '../../texts/names.ts';
import type { RecordTable } from './table-records.ts';

export const DOCUMENT_TABLE: RecordTable = {
  table: 'documents',
  columns: {
    kind: ['kind', 'text'],
    vehicleId: ['vehicle_id', 'int'],
    driverId: ['driver_id', 'int'],
    number: ['number', 'text'],
    issuer: ['issuer', 'text'],
    issuedOn: ['issued_on', 'date'],
    validFrom: ['valid_from', 'date'],
    validUntil: ['valid_until', 'date'],
    cost: ['cost', 'bigint'],
    currency: ['currency', 'text'],
    note: ['note', 'text'],
  },
  versioned: true,
  used: `EXISTS (SELECT FROM documents n WHERE n.renews_id = t.id AND n.deleted_at IS NULL)
    OR EXISTS (SELECT FROM file_links l WHERE l.record_kind = 'document' AND l.record_id = t.id)
    OR EXISTS (SELECT FROM tasks k WHERE k.record_kind = 'document' AND k.record_id = t.id AND k.deleted_at IS NULL)`,
  derived: {
    kind_words: ['text', ({ kind }) => wordsOfKind(typeof kind === 'string' && isDocumentKind(kind) ? kind : 'other')],
  },
  updated: {
    // No reminder is sent for a day before the date was known.
    until_set_at: `CASE WHEN t.valid_until IS DISTINCT FROM r."validUntil" THEN now() ELSE t.until_set_at END`,
    updated_at: 'now()',
  },
};
