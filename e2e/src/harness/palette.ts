import type { Locator, Page } from 'playwright-core';

/** Opens the command palette by its keys, and finds the result with this label. */
export async function findInPalette(page: Page, label: string): Promise<Locator> {
  await page.keyboard.press('Control+k');
  await page.getByPlaceholder('Search screens, vehicles, drivers, addresses …').fill(label);
  // Any text can be searched for as an address too.
  const found = page
    .getByRole('dialog')
    .getByRole('button', { name: label })
    .filter({ hasNotText: 'Search for the address' });
  await found.waitFor();
  return found;
}

/** Opens the command palette by its keys, and chooses the result with this label. */
export async function openFromPalette(page: Page, label: string): Promise<void> {
  const found = await findInPalette(page, label);
  await found.click();
}
