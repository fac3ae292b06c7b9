import type { MenuItem } from '@milepost/contract/menu-item';
import { BODY_STATUS } from '@milepost/contract/body-status';
import { SOON } from './call.ts';
import { CallError } from './call-error.ts';
import { callOrCached } from './cached-answers.ts';
import { orEndSession } from './or-end-session.ts';

/**
 * The path of the distribution dashboard. Repeated here, because the table of menus is not loaded with the first page.
 */
export const DISTRIBUTION_PATH = 'dashboard/distribution-main';

/**
 * Requests whether the entry of the distribution dashboard is shown, in parallel with the menu. The returned function
 * leaves the entry in that menu only if the privilege check replied with status 200 and privilege '1' (specification,
 * section 6). Status 400 ends the session, with `at` as in `endSession`.
 */
export function checkDistribution(at?: string): (items: MenuItem[]) => Promise<MenuItem[]> {
  const pending = Promise.allSettled([
    callOrCached('get-privilege-check', { menu: 1 }, { ...SOON, endsSession: false }),
  ]);
  return async (items) => {
    const [check] = await pending;
    if (check.status === 'fulfilled') return check.value.privilege === '1' ? items : withoutEntry(items);
    const { reason } = check;
    const isOver = reason instanceof CallError && reason.status === BODY_STATUS.sessionInvalid;
    return isOver ? orEndSession(Promise.reject(reason), at) : withoutEntry(items);
  };
}

const withoutEntry = (items: readonly MenuItem[]): MenuItem[] =>
  items
    .filter(({ path }) => path !== DISTRIBUTION_PATH)
    .map((item) => ({ ...item, submenu: withoutEntry(item.submenu) }));
