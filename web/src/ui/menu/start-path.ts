import { fetchMenu } from '../../api/nav-menu.ts';
import { endedAt } from '../../api/session-end.ts';
import { firstPath } from './menu.ts';

export const NOT_FOUND_PATH = '/authentication/page404';

/**
 * The first path of a signed-in person: where the session ended, or the first entry of the menu. `at` is as in
 * `endSession`.
 */
export async function startPath(at?: string): Promise<string> {
  const from = endedAt();
  if (from !== null && from !== '/') return from;
  return firstPath((await fetchMenu(at)).menuList) ?? NOT_FOUND_PATH;
}
