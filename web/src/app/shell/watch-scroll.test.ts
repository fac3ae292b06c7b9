// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type ScrollWatch, watchScroll } from './watch-scroll.ts';

let page: HTMLElement;
let list: HTMLElement;
let watch: ScrollWatch;
const onChange = vi.fn<(past: boolean) => void>();
const past = () => onChange.mock.lastCall?.[0];

beforeEach(() => {
  document.body.innerHTML = '<main><div><ul></ul><textarea></textarea></div></main>';
  const [main, ul] = [document.querySelector('main'), document.querySelector('ul')];
  if (!main || !ul) throw new Error('no page');
  [page, list] = [main, ul];
  onChange.mockReset();
  watch = watchScroll(page, onChange);
});
afterEach(() => watch.stop());

function scroll(box: Element, top: number) {
  box.scrollTop = top;
  box.dispatchEvent(new Event('scroll'));
}

test.each([
  ['the page', () => page],
  ['a list in it', () => list],
])('%s is past 50 px from 51 on', (_what, box) => {
  scroll(box(), 50);
  expect(past()).toBe(false);
  scroll(box(), 51);
  expect(past()).toBe(true);
  scroll(box(), 50);
  expect(past()).toBe(false);
});

test('it is enough that one of them is', () => {
  scroll(list, 60);
  scroll(page, 10);
  expect(past()).toBe(true);
});

test('a text field that scrolls is no content', () => {
  const field = document.querySelector('textarea');
  if (field) scroll(field, 100);
  expect(onChange).not.toHaveBeenCalled();
});

test('to the top go the page and every list', () => {
  scroll(list, 60);
  scroll(page, 20);
  watch.toTop();
  expect([list.scrollTop, page.scrollTop, past()]).toEqual([0, 0, false]);
});

test('a removed list no longer counts', async () => {
  scroll(list, 60);
  list.remove();
  await vi.waitFor(() => expect(past()).toBe(false));
});

test('nothing is reported after the end', () => {
  watch.stop();
  scroll(list, 60);
  expect(onChange).not.toHaveBeenCalled();
});
