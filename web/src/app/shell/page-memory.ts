import type { Location, NavigationType } from 'react-router';
import { isSamePage } from '../../ui/same-page.ts';

/**
 * Tells navigations from mere changes of the view, which the address keeps as well. A navigation is every click on a
 * link, also on the one that is open already, and every change of the path or of what the page holds; the way back and
 * forth is one where it leads to another page.
 * @returns what is asked once for each location of the router
 */
export function pageMemory(): (
  location: Pick<Location, 'key' | 'pathname' | 'state'>,
  type: `${NavigationType}`,
) => boolean {
  /** Which page an entry of the history shows: the entry that began it. */
  const pages = new Map<string, string>();
  let current = { page: '', pathname: '' };
  return ({ key, pathname, state }, type) => {
    const before = current.page;
    const entry = `${key} ${pathname}`;
    const isSame = isSamePage(state) && pathname === current.pathname;
    current = { page: type === 'POP' ? (pages.get(entry) ?? entry) : isSame ? before : entry, pathname };
    pages.set(entry, current.page);
    return current.page !== before;
  };
}
