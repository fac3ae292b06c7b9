import { saveContact, setContactDeleted } from '../../store/contacts/change-contacts.ts';
import { getContact, listContacts } from '../../store/contacts/contacts.ts';
import type { Handlers } from '../handler.ts';

export const contactHandlers = {
  'get-contact-list': (input, { services, caller }) => listContacts(services.database, caller.scope, input),

  'get-contact-by-id': async ({ id }, { services, caller }) => ({
    contact: await getContact(services.database, caller.scope, id),
  }),

  'save-contact': async (input, { services, caller, actor }) => {
    const id = await saveContact(services.database, caller.scope, actor, input);
    return { contact: await getContact(services.database, caller.scope, id) };
  },

  'delete-contact': async ({ id }, { services, caller, actor }) => {
    await setContactDeleted(services.database, caller.scope, actor, id, true);
    return {};
  },

  'restore-contact': async ({ id }, { services, caller, actor }) => {
    await setContactDeleted(services.database, caller.scope, actor, id, false);
    return { contact: await getContact(services.database, caller.scope, id) };
  },
} satisfies Partial<Handlers>;
