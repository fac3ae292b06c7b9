import { CALL_FAULTS } from '@milepost/contract/faults/call-faults';
import type { Page } from 'playwright-core';
import type { TestPage } from './browser-page.ts';
import type { TestServer } from './server-process.ts';

/** Fills the sign-in screen and sends it. */
export async function fillSignIn(page: Page, username: string, password: string): Promise<void> {
  await page.getByLabel('User name').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

interface SignInOptions {
  /** The administrator unless told otherwise. */
  username?: string;
  /** Where to go; the live map where left out. */
  path?: string;
}

/** Asks for a page, signs in through the screen that comes instead, and waits until the page is there. */
export async function signIn(opened: TestPage, server: TestServer, options: SignInOptions = {}): Promise<void> {
  const { page, problems } = opened;
  const { username = server.username, path = '/' } = options;
  await page.goto(server.address + path);
  await page.waitForURL('**/authentication/signin');
  await page.getByLabel('User name').waitFor();
  // A page that asks for a session is refused at first, and so is what it asks beside; that is how it comes to sign-in.
  const others = problems.filter((problem) => !problem.endsWith(CALL_FAULTS['session-ended']));
  problems.splice(0, problems.length, ...others);
  await fillSignIn(page, username, server.password);
  const { pathname } = new URL(server.address + (path === '/' ? '/track-vehicle' : path));
  await page.waitForURL((url) => url.pathname.startsWith(pathname));
  await page.getByTestId('live-badge').waitFor();
}
