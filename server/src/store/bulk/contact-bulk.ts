import type { ContactBulkField } from '@milepost/contract/bulk-kinds';
import { contactOperations } from '@milepost/contract/contact-operations';
import type { Actor } from '../audit/audit.ts';
import { lockContact, saveContactIn } from '../contacts/change-contacts.ts';
import { getContact } from '../contacts/contacts.ts';
import type { Queryable } from '../database.ts';
import type { Viewer } from '../files/records.ts';
import type { BulkKind, Patch } from './bulk-kind.ts';
import { shownOf, typedOf } from './bulk-values.ts';
import { readInput } from './read-input.ts';

/** Bulk changes of contacts. */
export const contactBulk: BulkKind<ContactBulkField, null> = {
  kind: 'contact',

  async read(db, { scope }, id) {
    await lockContact(db, scope, id, false);
    const contact = await getContact(db, scope, id);
    return { name: contact.name, version: contact.version, values: { ...contact } };
  },

  patchOf: (_values, field, value) => ({ [field]: typedOf(value) }),
  show: (values, field) => shownOf(values[field]),
  write: save,
  restore: save,
};

/** Saves a contact like its form, with the patch applied. */
async function save(db: Queryable, { scope }: Viewer, actor: Actor, id: number, patch: Patch): Promise<null> {
  const { version: _version, ...contact } = await getContact(db, scope, id);
  await saveContactIn(db, scope, actor, readInput(contactOperations['save-contact'].input, { ...contact, ...patch }));
  return null;
}
