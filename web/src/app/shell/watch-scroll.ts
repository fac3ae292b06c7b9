/** Beyond this distance, the bar lifts off the page (specification, section 2). */
const SCROLLED_PX = 50;
/** These fields scroll while somebody types, although the page is not scrolled. */
const FIELDS = 'textarea, input, [contenteditable]';

export interface ScrollWatch {
  /** Scrolls the page and the lists in it back to their top. */
  toTop: () => void;
  stop: () => void;
}

/**
 * Reports whether the page, or a list in it that scrolls instead, is scrolled past 50 px. `onChange` receives every
 * result, also a repeated one.
 */
export function watchScroll(page: HTMLElement, onChange: (past: boolean) => void): ScrollWatch {
  const scrolled = new Set<Element>();
  const settle = () => {
    for (const box of scrolled) if (!box.isConnected || box.scrollTop === 0) scrolled.delete(box);
    onChange([...scrolled].some((box) => box.scrollTop > SCROLLED_PX));
    leaving.disconnect();
    if (scrolled.size > 0) leaving.observe(page, { childList: true, subtree: true });
  };
  // A removed list no longer counts as scrolled; its position is not read here, which would force a layout.
  const leaving = new MutationObserver(() => {
    if ([...scrolled].some((box) => !box.isConnected)) settle();
  });
  const onScroll = ({ target }: Event) => {
    if (!(target instanceof Element) || target.closest(FIELDS)) return;
    scrolled.add(target);
    settle();
  };
  // Scroll events do not bubble, so those of lists are captured.
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
