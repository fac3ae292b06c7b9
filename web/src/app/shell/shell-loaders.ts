import { redirect } from 'react-router';
import { call, SOON } from '../../api/call.ts';
import { CallError } from '../../api/call-error.ts';
import { cachedAnswer } from '../../api/cached-answers.ts';
import { queryClient } from '../../api/query-client.ts';
import { checkSession } from '../../api/session.ts';
import { setupQuery } from '../../api/setup.ts';
import { isOfOther, leaveToOther, setPageOwner } from '../../api/page-guard.ts';
import { isSignOutDue } from '../../api/sign-out.ts';
import { readUser } from '../../api/storage.ts';
import { showPermissionDenied } from '../../ui/notification/show-notification.ts';
import { formatOf, applyFormat } from '../../api/language.ts';
import { pathOf, type Visit } from '../loaders.ts';
import { startPath } from '../../ui/menu/start-path.ts';

/** Checks the session on load of any page inside the shell, then loads what the shell needs for its texts. */
export async function requireSession(visit: Visit) {
  // The next session must not see the cached data of an earlier one.
  queryClient.clear();
  try {
    const user = await checkSession(pathOf(visit));
    if (isOfOther(user)) return await leaveToOther();
    setPageOwner(user);
  } catch (error) {
    // Without a connection the cached shell opens, for a person who was signed in here and has not signed out.
    const away = error instanceof CallError && error.status === 0;
    const cached = away && readUser() !== null && !isSignOutDue() ? cachedAnswer('get-setup') : null;
    if (cached === null) throw error;
    // After one timeout, the person need not wait for the next.
    queryClient.setQueryData(setupQuery.queryKey, cached);
  }
  const { profile } = await queryClient.ensureQueryData(setupQuery);
  await applyFormat(formatOf(profile));
  return null;
}

/** Opens the distribution dashboard only if the privilege check grants it (specification, section 6). */
export async function requireDistribution(visit: Visit) {
  const { privilege } = await call('get-privilege-check', { menu: 1 }, SOON);
  if (privilege === '1') return null;
  showPermissionDenied();
  return redirect(await startPath(pathOf(visit)));
}
