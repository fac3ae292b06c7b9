import type { Locator, Page } from 'playwright-core';

/** The row with a text in the page's table. */
export const tableRow = (page: Page, text: string): Locator =>
  page.getByRole('table').getByRole('row').filter({ hasText: text });
