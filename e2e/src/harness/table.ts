import type { Locator, Page } from 'playwright-core';

/** The row of the page's table that holds a text. */
export const tableRow = (page: Page, text: string): Locator =>
  page.getByRole('table').getByRole('row').filter({ hasText: text });
