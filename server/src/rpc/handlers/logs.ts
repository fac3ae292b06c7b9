import { listAudit } from '../../store/audit/list-audit.ts';
import { listMails } from '../../store/mail/mails.ts';
import { managerOf } from '../../store/roles/manager.ts';
import { endSessionById, listSessions } from '../../store/people/list-sessions.ts';
import { listSignIns } from '../../store/people/sign-ins.ts';
import { publishEnded } from '../account-news.ts';
import type { Handlers } from '../handler.ts';

/** Logs: sessions and sign-ins, changes, mails. */
export const logHandlers = {
  'get-session-list': (input, { services, caller }) =>
    listSessions(services.database, managerOf(caller), caller.sessionId, input),

  'end-session': async ({ id }, context) => {
    const { services, caller, actor } = context;
    await endSessionById(services.database, managerOf(caller), actor, id);
    publishEnded(context, [id]);
    return {};
  },

  'get-sign-in-list': (input, { services, caller }) => listSignIns(services.database, caller.scope, input),
  'get-audit-list': (input, { services, caller }) => listAudit(services.database, caller.scope, input),
  'get-mail-list': (input, { services, caller }) => listMails(services.database, caller.scope, input),
} satisfies Pick<
  Handlers,
  'get-session-list' | 'end-session' | 'get-sign-in-list' | 'get-audit-list' | 'get-mail-list'
>;
