import type { Page } from 'playwright-core';

/**
 * Navigates to another path inside the application, which stays loaded, as a click on a link would; waits until the
 * screen has changed. The page must be inside the shell.
 */
export async function visit(page: Page, path: string): Promise<void> {
  // React Router listens to the browser's history.
  await page.evaluate(`
    for (const old of document.querySelector('main').children) old.dataset.left = 'true';
    history.pushState(null, '', ${JSON.stringify(path)});
    dispatchEvent(new PopStateEvent('popstate'));
  `);
  await page.locator('main > :not([data-left])').first().waitFor({ state: 'attached' });
}
