import { SOON, type CallOutput } from './call.ts';
import { askForDistribution } from './distribution-entry.ts';
import { callOrKept } from './kept-answers.ts';
import { orEndSession } from './or-end-session.ts';

/**
 * The server-built menu, as far as the privilege check grants it. Any answer of the menu but 200 wipes local storage and
 * leads to sign-in (specification, section 8).
 * @throws {CallError} as every call does
 */
export async function fetchMenu(at?: string): Promise<CallOutput<'get-nav-menu'>> {
  const withGranted = askForDistribution(at);
  const menu = await orEndSession(callOrKept('get-nav-menu', {}, { ...SOON, endsSession: false }), at);
  return { ...menu, menuList: await withGranted(menu.menuList) };
}
