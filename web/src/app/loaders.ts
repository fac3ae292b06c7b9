import { redirect } from 'react-router';
import { CallError } from '../api/call-error.ts';
import { checkSession } from '../api/session.ts';
import { SIGN_IN_PATH } from '../api/session-end.ts';
import { isSignOutDue } from '../api/sign-out.ts';
import { readUser } from '../api/storage.ts';
import { NOT_FOUND_PATH, startPath } from '../ui/menu/start-path.ts';
import { outOfBase } from '../api/base-path.ts';

/** What loaders take of a navigation: where it leads. The address of the window changes only when they are done. */
export interface Visit {
  request: Pick<Request, 'url'>;
}

/** Path and query that a navigation leads to. */
export function pathOf({ request }: Visit): string {
  const { pathname, search } = new URL(request.url);
  return outOfBase(pathname) + search;
}

/** The empty path leads to sign-in (specification, section 2). */
export const toSignIn = () => redirect(SIGN_IN_PATH);

/**
 * A signed-in person who is led to sign-in, by the empty path or a link, is led on to where they begin and sees no form.
 * Who asks for sign-in by its address gets the form, to sign in anew or as somebody else.
 */
export async function leadOn() {
  if (readUser() === null || isSignOutDue() || outOfBase(location.pathname) === SIGN_IN_PATH) return null;
  try {
    return redirect(await startPath(SIGN_IN_PATH));
  } catch (error) {
    // The session is over: the form it is.
    if (error instanceof CallError && error.status !== 0) return null;
    throw error;
  }
}

/** Session check on load of a page outside of the shell. */
export async function checkOnLoad(visit: Visit) {
  await checkSession(pathOf(visit));
  return null;
}

/** The same for a page that people without a session use: it does not wait for the answer, and stays whatever it is. */
export function checkBeside(visit: Visit) {
  checkSession(pathOf(visit)).catch((error: unknown) => {
    if (!(error instanceof CallError)) console.error(error);
  });
  return null;
}

export const toNotFound = () => redirect(NOT_FOUND_PATH);
