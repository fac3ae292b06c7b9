import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { pageMemory } from './page-memory.ts';
import { type ScrollWatch, watchScroll } from './watch-scroll.ts';

/** Begins each navigation at the top, and marks the top bar while the page is scrolled (specification, section 2). */
export function usePageScroll(page: RefObject<HTMLElement | null>, bar: RefObject<HTMLElement | null>): void {
  const location = useLocation();
  const type = useNavigationType();
  const [isNavigation] = useState(pageMemory);
  const watch = useRef<ScrollWatch>(null);
  useLayoutEffect(() => {
    if (!page.current) return undefined;
    const made = watchScroll(page.current, (past) => bar.current?.toggleAttribute('data-scrolled', past));
    watch.current = made;
    return made.stop;
  }, [page, bar]);
  // Runs before the effects of the page itself, which can scroll to the row in its address.
  useLayoutEffect(() => {
    if (isNavigation(location, type)) watch.current?.toTop();
  }, [isNavigation, location, type]);
}
