import type { Page } from 'playwright-core';
import type { TestServer } from './server-process.ts';

/** Fills the sign-in screen and sends it. */
export async function fillSignIn(page: Page, username: string, password: string): Promise<void> {
  await page.getByLabel('User name').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Signs in through the screen, and waits for the shell. */
export async function signIn(page: Page, server: TestServer, username = server.username): Promise<void> {
  await page.goto(server.address);
  await fillSignIn(page, username, server.password);
  await page.getByTestId('live-badge').waitFor();
}
