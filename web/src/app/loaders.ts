import { redirect } from 'react-router';
import { callOrKept } from '../api/kept-answers.ts';
import { endedAt, SIGN_IN_PATH } from '../api/session-end.ts';
import { readUser } from '../api/storage.ts';
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

export const toNotFound = () => redirect(NOT_FOUND_PATH);
