import { redirect } from 'react-router';
import { CallError } from '../api/call-error.ts';
import { checkSession } from '../api/session.ts';
import { SIGN_IN_PATH } from '../api/session-end.ts';
import { isSignOutDue } from '../api/sign-out.ts';
import { readUser } from '../api/storage.ts';
import { NOT_FOUND_PATH, startPath } from '../ui/menu/start-path.ts';
import { outOfBase } from '../api/base-path.ts';

/** The part of a navigation that loaders use: its target. The window's address changes only when they are done. */
export interface Visit {
  request: Pick<Request, 'url'>;
}

/** The path and query of a navigation's target. */
export function pathOf({ request }: Visit): string {
  const { pathname, search } = new URL(request.url);
  return outOfBase(pathname) + search;
}

/** The empty path leads to sign-in (specification, section 2). */
export const toSignIn = () => redirect(SIGN_IN_PATH);

/**
 * Redirects a signed-in person from the empty path or a link to sign-in to their start page, without showing the form.
 * A person who opens sign-in by its address gets the form, to sign in again or as somebody else.
 */
export async function leadOn() {
  if (readUser() === null || isSignOutDue() || outOfBase(location.pathname) === SIGN_IN_PATH) return null;
  try {
    return redirect(await startPath(SIGN_IN_PATH));
  } catch (error) {
    // The session is over, so the form is shown.
    if (error instanceof CallError && error.status !== 0) return null;
    throw error;
  }
}

/** Checks the session on load of a page outside of the shell. */
export async function checkOnLoad(visit: Visit) {
  await checkSession(pathOf(visit));
  return null;
}

/**
 * Checks the session for a page that people without a session use: the page does not wait for the reply, and stays
 * whatever it is.
 */
export function checkBeside(visit: Visit) {
  checkSession(pathOf(visit)).catch((error: unknown) => {
    if (!(error instanceof CallError)) console.error(error);
  });
  return null;
}

export const toNotFound = () => redirect(NOT_FOUND_PATH);
