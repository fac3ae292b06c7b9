import type { DocumentBulkField } from '@milepost/contract/bulk-kinds';
import { documentOperations } from '@milepost/contract/document-operations';
import type { Actor } from '../audit/audit.ts';
import type { Queryable } from '../database.ts';
import { lockDocument, saveDocumentIn } from '../documents/change-documents.ts';
import { getDocument } from '../documents/documents.ts';
import type { Viewer } from '../files/records.ts';
import type { BulkKind, Patch } from './bulk-kind.ts';
import { shownOf, typedOf } from './bulk-values.ts';
import { readInput } from './read-input.ts';

/** Bulk changes of documents. */
export const documentBulk: BulkKind<DocumentBulkField, null> = {
  kind: 'document',

  async read(db, { scope }, id) {
    await lockDocument(db, scope, id, false);
    const document = await getDocument(db, scope, id);
    const { holderName, number, version } = document;
    return { name: number === null ? holderName : `${holderName} · ${number}`, version, values: { ...document } };
  },

  patchOf: (_values, field, value) => ({ [field]: typedOf(value) }),
  show: (values, field) => shownOf(values[field]),
  write: save,
  restore: save,
};

/** Saves a document like its form, with the patch applied. */
async function save(db: Queryable, viewer: Viewer, actor: Actor, id: number, patch: Patch): Promise<null> {
  const { version: _version, ...document } = await getDocument(db, viewer.scope, id);
  await saveDocumentIn(
    db,
    viewer,
    actor,
    readInput(documentOperations['save-document'].input, { ...document, ...patch }),
  );
  return null;
}
