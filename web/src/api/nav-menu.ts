import { SOON, type CallOutput } from './call.ts';
import { checkDistribution } from './distribution-entry.ts';
import { callOrCached } from './cached-answers.ts';
import { orEndSession } from './or-end-session.ts';

/**
 * Fetches the server-built menu and filters it by the privilege check. Any status but 200 clears local storage and
 * leads to sign-in (specification, section 8).
 * @throws {CallError} as every call does
 */
export async function fetchMenu(at?: string): Promise<CallOutput<'get-nav-menu'>> {
  const withGranted = checkDistribution(at);
  const menu = await orEndSession(callOrCached('get-nav-menu', {}, { ...SOON, endsSession: false }), at);
  return { ...menu, menuList: await withGranted(menu.menuList) };
}
