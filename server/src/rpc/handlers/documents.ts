import { saveDocument, setDocumentDeleted } from '../../store/documents/change-documents.ts';
import { listHolders } from '../../store/documents/document-holders.ts';
import { getDocument, listChain, listDocuments } from '../../store/documents/documents.ts';
import { viewerOf } from '../../store/files/records.ts';
import { listDue } from '../../store/due/due-list.ts';
import type { Handlers } from '../handler.ts';

export const documentHandlers = {
  'get-document-list': (input, { services, caller }) => listDocuments(services.database, caller.scope, input),

  'get-document-by-id': async ({ id }, { services, caller }) => ({
    document: await getDocument(services.database, caller.scope, id),
    chain: await listChain(services.database, caller.scope, id),
  }),

  'save-document': async (input, { services, caller, actor }) => {
    const id = await saveDocument(services.database, viewerOf(caller), actor, input);
    return { document: await getDocument(services.database, caller.scope, id) };
  },

  'delete-document': async ({ id }, { services, caller, actor }) => {
    await setDocumentDeleted(services.database, caller.scope, actor, id, true);
    return {};
  },

  'restore-document': async ({ id }, { services, caller, actor }) => {
    await setDocumentDeleted(services.database, caller.scope, actor, id, false);
    return { document: await getDocument(services.database, caller.scope, id) };
  },

  'get-document-holders': ({ holder, search }, { services, caller }) =>
    listHolders(services.database, caller.scope, holder, search),

  'get-due-list': (input, { services, caller }) =>
    listDue(services.database, caller.scope, input, (menu) => caller.permissions.get(menu)?.view === true),
} satisfies Pick<
  Handlers,
  | 'get-document-list'
  | 'get-document-by-id'
  | 'save-document'
  | 'delete-document'
  | 'restore-document'
  | 'get-document-holders'
  | 'get-due-list'
>;
