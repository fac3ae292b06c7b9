import type { Location, NavigationType } from 'react-router';
import { isSamePage } from '../../ui/same-page.ts';

/**
 * Distinguishes navigations from mere changes of the view, which the address stores as well. A navigation is every
 * click on a link, including one to the open page, and every change of the path or of the page's content. Back and
 * forward are navigations if they lead to another page.
 * @returns a function to call once for each location of the router
 */
export function pageMemory(): (
  location: Pick<Location, 'key' | 'pathname' | 'state'>,
  type: `${NavigationType}`,
) => boolean {
  /** The page of each history entry, identified by the entry that opened it. */
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
