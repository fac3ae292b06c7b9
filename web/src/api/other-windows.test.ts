// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { fakeServer } from './fake-browser.ts';

afterEach(() => vi.unstubAllGlobals());

const READER = { language: 'hi', timeZone: 'Asia/Kolkata', organisationTimeZone: 'UTC', units: 'metric' };

/** Loads the modules of one window. */
async function open() {
  vi.resetModules();
  const window = await import('./other-windows.ts');
  const { startTexts } = await import('../text/i18n.ts');
  startTexts();
  const { formatSettings } = await import('../text/format-settings.ts');
  const channel = window.listenToOtherWindows();
  return { ...window, channel, language: () => formatSettings().language };
}

test('a window follows the language that another one changed when its next page opens, with no other request', async () => {
  const calls = fakeServer(() => ({ status: 200, profile: READER, permissions: {}, menuIds: {} }));
  const [here, there] = [await open(), await open()];
  await there.catchUp('/a');
  expect(calls).toEqual([]);
  const received = new Promise((resolve) => there.channel.addEventListener('message', resolve));
  here.notifyOtherWindows();
  await received;
  // An open page stays as it is.
  await there.catchUp('/a');
  expect(there.language()).toBe('en');
  await there.catchUp('/b');
  expect(there.language()).toBe('hi');
  await there.catchUp('/c');
  await here.catchUp('/d');
  expect(calls.map(({ body }) => body['route'])).toEqual(['get-setup']);
  for (const { channel } of [here, there]) channel.close();
});
