import { redirect } from 'react-router';
import { call } from '../api/call.ts';
import { CallError } from '../api/call-error.ts';
import { callOrKept } from '../api/kept-answers.ts';
import { queryClient } from '../api/query-client.ts';
import { checkSession } from '../api/session.ts';
import { endedAt, SIGN_IN_PATH } from '../api/session-end.ts';
import { setupQuery } from '../api/setup.ts';
import { readUser } from '../api/storage.ts';
import { showPermissionDenied } from '../ui/notification/show-notification.ts';
import { speak } from './language.ts';
import { firstPath } from './shell/menu.ts';

export const NOT_FOUND_PATH = '/authentication/page404';

/** Where a signed-in person begins: where the session ended, or the first entry of the menu. */
export async function startPath(): Promise<string> {
  const from = endedAt();
  if (from !== null && from !== '/') return from;
  return firstPath((await callOrKept('get-nav-menu', {})).menuList) ?? NOT_FOUND_PATH;
}

/** The empty path: sign-in, or the first menu entry when someone is signed in. */
export async function toStart() {
  return redirect(readUser() === null ? SIGN_IN_PATH : await startPath());
}

/** Session check on load of any page inside the shell; then what the shell needs before it can speak. */
export async function requireSession() {
  try {
    await checkSession();
  } catch (error) {
    // Without a connection the kept shell opens, for someone who was signed in here.
    const away = error instanceof CallError && error.status === 0;
    if (!away || readUser() === null) throw error;
    await queryClient.fetchQuery(setupQuery);
  }
  const { profile } = await queryClient.ensureQueryData(setupQuery);
  await speak(profile);
  return null;
}

/** The distribution dashboard opens only where the privilege check grants it (specification, section 6). */
export async function requireDistribution() {
  const { privilege } = await call('get-privilege-check', { menu: 1 });
  if (privilege === '1') return null;
  showPermissionDenied();
  return redirect(await startPath());
}

export const toNotFound = () => redirect(NOT_FOUND_PATH);
