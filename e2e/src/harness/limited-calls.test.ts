import { expect, test } from 'vitest';
import { openPage } from './browser-page.ts';
import { sharedChromium } from './chromium.ts';
import { limitCallsTo } from './limited-calls.ts';
import { waitUntil } from './until.ts';
import { withTimeout } from './within.ts';

test('a call that never settles fails after its limit with its name; others are passed on', async () => {
  const never = new Promise<never>(() => {});
  await expect(withTimeout('a word', never, 20)).rejects.toThrow('waited 20 ms in vain for a word');
  expect(await withTimeout('a word', Promise.resolve('here'), 20)).toBe('here');
  await expect(withTimeout('a word', Promise.reject(new Error('no')), 20)).rejects.toThrow('no');
});

const inVain = (call: string) => `waited 500 ms in vain for the browser to answer ${call}`;

test('a hanging page fails every call within its limit, and blocks no other page', async () => {
  const browser = await sharedChromium();
  const { page, context } = await openPage(browser);
  await page.setContent('<h1>Here</h1>');
  expect(await page.locator('h1').count()).toBe(1);
  const setBack = limitCallsTo(500);
  try {
    await expect(page.evaluate('for (;;) {}')).rejects.toThrow(inVain('page.evaluate(for (;;) {})'));
    await Promise.all([
      expect(page.evaluate('1')).rejects.toThrow(inVain('page.evaluate(1)')),
      expect(page.locator('h1').count()).rejects.toThrow(inVain('locator.count()')),
      expect(page.keyboard.press('Enter')).rejects.toThrow(inVain('keyboard.press(Enter)')),
    ]);
  } finally {
    setBack();
  }
  await context.close();
  const other = await openPage(browser);
  expect(await waitUntil('the other page', () => other.page.evaluate('1 + 1'))).toBe(2);
  await other.context.close();
});
