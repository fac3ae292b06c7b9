import type { Page } from 'playwright-core';

/** Opens the command palette by its keys, and takes what bears this label. */
export async function openFromPalette(page: Page, label: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByPlaceholder('Find a screen, a record or an action').fill(label);
  await page.getByRole('button', { name: label }).click();
}
