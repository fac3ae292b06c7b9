import { expect, test } from 'vitest';
import { openBrowserMark, sealBrowserMark } from './browser-mark.ts';
import { createSecretBox } from './secret-box.ts';

const box = createSecretBox(Buffer.alloc(32, 7));
const DAY_MS = 86_400_000;

test('a mark opens for its owner, for 90 days', () => {
  const now = 1_700_000_000_000;
  const cookie = sealBrowserMark(box, 17, now);
  expect(cookie.length).toBeLessThan(200);
  expect(openBrowserMark(box, cookie, now + 90 * DAY_MS)).toEqual({
    userId: 17,
    id: expect.stringMatching(/^[\w-]{22}$/),
  });
  expect(openBrowserMark(box, cookie, now + 90 * DAY_MS + 1)).toBeNull();
  expect(openBrowserMark(box, sealBrowserMark(box, 17), now)?.id).not.toBe(openBrowserMark(box, cookie, now)?.id);
});

test('an unsealed mark is invalid', () => {
  const other = createSecretBox(Buffer.alloc(32, 8));
  const cookie = sealBrowserMark(box, 17);
  const changed = `${cookie.slice(0, -4)}AAAA`;
  for (const one of [undefined, '', 'x', 'x'.repeat(5000), changed, sealBrowserMark(other, 17), `${cookie}${cookie}`]) {
    expect(openBrowserMark(box, one)).toBeNull();
  }
});
