import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { waitUntil } from './until.ts';

/** WCAG 2.2 at levels A and AA, where a program can check it. */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

interface Finding {
  id: string;
  impact: string | null;
  nodes: { target: unknown; failureSummary?: string }[];
}

/** The serious and critical findings of axe in an element and below; `only` limits the check to one rule. */
async function seriousFindings(page: Page, within: string, only?: string): Promise<string[]> {
  // Half a megabyte, which is sent to a page only once.
  if (!(await page.evaluate('globalThis.axe !== undefined'))) await page.evaluate(axe.source);
  // Fading elements and colour transitions are judged by their final state.
  await page.evaluate(`for (const one of document.getAnimations()) {
    if (one.effect.getComputedTiming().endTime === Infinity) one.cancel();
    else one.finish();
  }`);
  const runOnly = only === undefined ? { type: 'tag', values: TAGS } : { type: 'rule', values: [only] };
  const found = await page.evaluate<Finding[]>(
    `axe.run(document.querySelector('${within}'), { runOnly: ${JSON.stringify(runOnly)}, resultTypes: ['violations'], preload: false }).then((all) => all.violations)`,
  );
  return found
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(
        ({ target, failureSummary }) =>
          `${id} ${String(target).slice(-120)} ${failureSummary?.replace(/\s+/g, ' ').slice(0, 160)}`,
      ),
    );
}

type Theme = 'light' | 'dark';

const themeOf = (page: Page) => page.evaluate<Theme>('document.documentElement.dataset.mantineColorScheme');

/** Changes the theme as if another window of the same browser had changed it. */
async function turn(page: Page, theme: Theme): Promise<void> {
  await page.evaluate(`localStorage.setItem('theme', '${theme}');
    dispatchEvent(new StorageEvent('storage', { storageArea: localStorage, key: 'theme' }))`);
  await waitUntil(`the ${theme} theme`, async () => (await themeOf(page)) === theme);
}

/**
 * Checks the page in its present theme, then in the other, so that screens open in either theme in turn. The light
 * theme is checked by every rule; the dark one, in which only colours differ, by that of contrast.
 *
 * @param within a selector: limits the check to its content. The menu is the same on every screen, and larger than most
 * of them.
 */
export async function expectNoFindings(page: Page, where: string, within = 'html'): Promise<void> {
  const opened = await themeOf(page);
  await judge(page, opened, where, within);
  const other = opened === 'light' ? 'dark' : 'light';
  await turn(page, other);
  await judge(page, other, where, within);
}

async function judge(page: Page, theme: Theme, where: string, within: string): Promise<void> {
  const rule = theme === 'dark' ? 'color-contrast' : undefined;
  let found = await seriousFindings(page, within, rule);
  // Elements that were still being rendered are checked once more.
  if (found.length > 0) {
    await page.evaluate('new Promise((done) => setTimeout(done, 500))');
    found = await seriousFindings(page, within, rule);
  }
  expect.soft(found, `${where}, ${theme}`).toEqual([]);
}
