import type { Page } from 'playwright-core';

/** The allowed room below a scroller's last content, px: padding, and a gap below the last row. */
const SLACK_PX = 80;

/**
 * Finds the places where a page scrolls beyond its content: the document, which never scrolls, the page itself
 * sideways, and every scroller that continues below its last content. Also finds unreachable headings and controls
 * above the beginning of a scroller, and buttons of rows beyond the edge of their table. Empty if all is well. Effects
 * of a resize are done after two frames.
 */
export const emptyScrolling = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(`
  new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))).then(() => ${IN_BROWSER})`);

const IN_BROWSER = `(() => {
  const found = [];
  const root = document.documentElement;
  if (root.scrollWidth > innerWidth) found.push('document ' + root.scrollWidth + ' wide of ' + innerWidth);
  if (root.scrollHeight > innerHeight) found.push('document ' + root.scrollHeight + ' high of ' + innerHeight);
  const main = document.querySelector('main');
  if (main.scrollWidth > main.clientWidth) found.push('page ' + main.scrollWidth + ' wide of ' + main.clientWidth);

  const box = (element) => element.getBoundingClientRect();
  const style = (element) => getComputedStyle(element);
  // Words for screen readers alone are no content; lists that draw only what is in sight are as high as they say.
  const isContent = (element) =>
    style(element).overflowY !== 'visible' ||
    ((element.childElementCount === 0 || element.style.height !== '') && box(element).height > 1);
  const isHidden = (element) => style(element).clipPath !== 'none';
  for (const scroller of document.querySelectorAll('main, main *')) {
    if (!/auto|scroll/.test(style(scroller).overflowY) || scroller.scrollHeight <= scroller.clientHeight + 1) continue;
    const top = box(scroller).top - scroller.scrollTop;
    const content = [...scroller.querySelectorAll('*')].filter((one) => isContent(one) && !isHidden(one));
    // A bar that sticks to the edge has its own place at the end of what it closes.
    const bars = [...scroller.querySelectorAll('*')].filter(
      (one) => style(one).position === 'sticky' && one === one.parentElement.lastElementChild,
    );
    const ends = [...content, ...bars.map((bar) => bar.parentElement)].map((one) => box(one).bottom - top);
    const end = Math.round(Math.max(0, ...ends));
    if (scroller.scrollHeight > end + ${SLACK_PX}) {
      found.push(scroller.tagName + ' ' + scroller.className + ' ' + scroller.scrollHeight + ' high for ' + end);
    }
  }
  const clips = (element) => style(element).overflowX !== 'visible' || style(element).overflowY !== 'visible';
  for (const one of document.querySelectorAll('main h1, main h2, main button, main a, main input')) {
    if (box(one).width <= 1 || isHidden(one)) continue;
    let scroller = one.parentElement;
    while (scroller !== main && !clips(scroller)) scroller = scroller.parentElement;
    if (scroller !== main && !/auto|scroll/.test(style(scroller).overflowY)) continue;
    if (box(one).bottom - box(scroller).top + scroller.scrollTop < 0) {
      found.push('above where scrolling begins: ' + (one.ariaLabel || one.textContent));
      break;
    }
  }
  for (const control of document.querySelectorAll('main tbody button, main tbody input')) {
    const frame = control.closest('table').parentElement;
    if (box(control).width > 1 && (box(control).right > box(frame).right || box(control).left < box(frame).left)) {
      found.push('out of sight: ' + (control.ariaLabel || control.textContent));
      break;
    }
  }
  return found;
})()`;
