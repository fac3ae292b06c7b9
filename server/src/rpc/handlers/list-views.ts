import type { Caller } from '../../store/people/callers.ts';
import { deleteListView, readListViews, saveListView } from '../../store/list-views/list-views.ts';
import type { Handlers } from '../handler.ts';

const own = ({ scope, userId }: Caller) => ({ organisationId: scope.organisationId, userId });
const shared = ({ scope }: Caller) => ({ organisationId: scope.organisationId, userId: null });

/** Named views of lists. */
export const listViewHandlers = {
  'get-list-views': ({ list }, { services, caller }) => readListViews(services.database, own(caller), list),

  'save-list-view': async (input, { services, caller, actor }) => ({
    view: await saveListView(services.database, actor, own(caller), input),
  }),

  'delete-list-view': async ({ id }, { services, caller, actor }) => {
    await deleteListView(services.database, actor, own(caller), id);
    return {};
  },

  'share-list-view': async (input, { services, caller, actor }) => ({
    view: await saveListView(services.database, actor, shared(caller), input),
  }),

  'unshare-list-view': async ({ id }, { services, caller, actor }) => {
    await deleteListView(services.database, actor, shared(caller), id);
    return {};
  },
} satisfies Pick<
  Handlers,
  'get-list-views' | 'save-list-view' | 'delete-list-view' | 'share-list-view' | 'unshare-list-view'
>;
