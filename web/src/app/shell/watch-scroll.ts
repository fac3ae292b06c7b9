/** Scrolled further than this, the bar lifts off the page (specification, section 2). */
const SCROLLED_PX = 50;
/** They scroll by what is typed, which moves nothing of the page. */
const FIELDS = 'textarea, input, [contenteditable]';

export interface ScrollWatch {
  /** Brings the page and the lists in it back to their top. */
  toTop: () => void;
  stop: () => void;
}

/**
 * Tells whether the page, or a list in it that scrolls in its place, is scrolled past 50 px. `onChange` hears every
 * answer, also the same one again.
 */
export function watchScroll(page: HTMLElement, onChange: (past: boolean) => void): ScrollWatch {
  const scrolled = new Set<Element>();
  const settle = () => {
    for (const box of scrolled) if (!box.isConnected || box.scrollTop === 0) scrolled.delete(box);
    onChange([...scrolled].some((box) => box.scrollTop > SCROLLED_PX));
    leaving.disconnect();
    if (scrolled.size > 0) leaving.observe(page, { childList: true, subtree: true });
  };
  // A list that leaves the page does not scroll any more; where it stood is not read here, which would cost a layout.
  const leaving = new MutationObserver(() => {
    if ([...scrolled].some((box) => !box.isConnected)) settle();
  });
  const onScroll = ({ target }: Event) => {
    if (!(target instanceof Element) || target.closest(FIELDS)) return;
    scrolled.add(target);
    settle();
  };
  // Scrolling does not bubble: the lists are heard on the way down.
  page.addEventListener('scroll', onScroll, { capture: true, passive: true });
  return {
    toTop() {
      for (const box of scrolled) box.scrollTop = 0;
      page.scrollLeft = 0;
      settle();
    },
    stop() {
      page.removeEventListener('scroll', onScroll, { capture: true });
      leaving.disconnect();
    },
  };
}
