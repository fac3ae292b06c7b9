import {
  listOwnFields,
  organisationOfRecord,
  saveOwnField,
  setOwnFieldDeleted,
} from '../../store/own-fields/own-fields.ts';
import { organisationOf } from '../../store/scope.ts';
import type { Handlers } from '../handler.ts';

/** Custom fields of organisations. */
export const ownFieldHandlers = {
  'get-own-fields': async ({ kind, organisationId, recordId }, { services, caller }) => {
    const ownerId =
      recordId === undefined
        ? organisationOf(caller.scope, organisationId)
        : await organisationOfRecord(services.database, caller.scope, kind, recordId);
    const rows = await listOwnFields(services.database, ownerId, kind);
    return { rows, total: rows.length };
  },

  'save-own-field': async (input, { services, caller, actor }) => ({
    field: await saveOwnField(services.database, caller.scope, actor, input),
  }),

  'delete-own-field': async ({ id }, { services, caller, actor }) => {
    await setOwnFieldDeleted(services.database, caller.scope, actor, id, true);
    return {};
  },

  'restore-own-field': async ({ id }, { services, caller, actor }) => ({
    field: await setOwnFieldDeleted(services.database, caller.scope, actor, id, false),
  }),
} satisfies Pick<Handlers, 'get-own-fields' | 'save-own-field' | 'delete-own-field' | 'restore-own-field'>;
