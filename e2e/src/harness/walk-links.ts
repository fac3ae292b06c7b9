import type { Page, Request } from 'playwright-core';
import { waitUntil } from './until.ts';

/** Among addresses that differ only in numbers and dates, one is visited. */
const patternOf = (address: string): string => address.replaceAll(/\d[\d:.TZ%-]*/g, 'N');

/** The data collected at an address: the text of a rejected page, and the addresses that it links to. */
const LOOK = `(() => {
  const links = [...document.querySelectorAll('a[href]')].map((link) => new URL(link.href, location.href))
    .filter((url) => url.origin === location.origin)
    .map((url) => url.pathname + url.search);
  const tabs = document.querySelectorAll('main [role="tab"]').length;
  return { links, tabs, refused: [...document.querySelectorAll('main h1')].some((title) => ['No access to this page'].includes(title.textContent)), path: location.pathname };
})()`;

/** Follows a link inside the application, which stays loaded: React Router listens to the browser's history. */
const follow = (address: string) =>
  `history.pushState(null, '', ${JSON.stringify(address)}); dispatchEvent(new PopStateEvent('popstate'));`;

interface Seen {
  links: string[];
  tabs: number;
  refused: boolean;
  path: string;
}

/** False for addresses that are skipped: files, and pages outside of the application. */
const isScreen = (address: string): boolean =>
  !/^\/(?:files|photos|downloads\/|calendar|drive|authentication|track-vehicle\/shared|docs)\b/.test(address) ||
  address === '/downloads';

/**
 * Visits every screen that links lead to from here, recursively: the left menu with its groups, links on screens, tabs,
 * and the record behind the first row of each list.
 * @returns the addresses that are rejected or not found, each with the page that links to it
 */
export async function walkLinks(
  page: Page,
  starts: readonly string[],
  most = 120,
): Promise<{ wrong: string[]; visited: string[] }> {
  const settled = watchRequests(page);
  const queue = starts.map((address) => ({ address, from: 'the start' }));
  const known = new Set(starts.map(patternOf));
  const wrong: string[] = [];
  const visited: string[] = [];
  for (let next = queue.shift(); next !== undefined && visited.length < most; next = queue.shift()) {
    const { address, from } = next;
    visited.push(address);
    if (visited.length === 1) await page.goto(new URL(address, page.url()).href);
    else await page.evaluate(follow(address));
    await page.locator('main').waitFor();
    await settled();
    const looks = visited.length === 1 ? await openGroups(page, settled) : [];
    looks.unshift(await look(page));
    const [{ refused, path } = { refused: true, path: '' }] = looks;
    if (refused || path.startsWith('/authentication')) wrong.push(`${address}, linked on ${from}`);
    for (let tab = 1; tab < (looks[0]?.tabs ?? 0); tab++) {
      await page.evaluate(`document.querySelectorAll('main [role="tab"]')[${tab}]?.click()`);
      await settled();
      looks.push(await look(page));
    }
    await page.evaluate(`document.querySelector('main tbody tr[data-row]')?.click()`);
    await settled();
    looks.push(await look(page));
    for (const link of looks.flatMap(({ links }) => links)) {
      const pattern = patternOf(link);
      if (known.has(pattern) || !isScreen(link)) continue;
      known.add(pattern);
      queue.push({ address: link, from: address });
    }
  }
  return { wrong, visited };
}

/** Collects the links with each group of the left menu open, since only one is open at a time. */
async function openGroups(page: Page, settled: () => Promise<void>): Promise<Seen[]> {
  const groups = page.getByRole('navigation', { name: 'Menu' }).locator('button[aria-expanded]');
  const looks: Seen[] = [];
  for (const name of await groups.allInnerTexts()) {
    const group = groups.filter({ hasText: name });
    if ((await group.getAttribute('aria-expanded')) === 'false') await group.click();
    await settled();
    looks.push(await look(page));
  }
  return looks;
}

const QUIET_MS = 150;
const SETTLED_WITHIN_MS = 30_000;

/**
 * Calls, and the scripts of screens. Requests of a map's worker are excluded: the end of those of a terminated worker
 * is never reported.
 */
const isAwaited = (request: Request): boolean =>
  request.method() === 'POST' || (request.resourceType() === 'script' && !request.url().includes('worker'));

/** Waits until no request was made for a moment, all replies have arrived, and the page shows them. */
function watchRequests(page: Page): () => Promise<void> {
  const open = new Set<Request>();
  let last = Date.now();
  const ended = (request: Request) => {
    if (open.delete(request)) last = Date.now();
  };
  page.on('request', (request) => {
    // The end of the previous page's pending requests is never reported.
    if (request.isNavigationRequest()) open.clear();
    if (!isAwaited(request)) return;
    open.add(request);
    last = Date.now();
  });
  page.on('requestfinished', ended);
  page.on('requestfailed', ended);
  const isQuiet = () => open.size === 0 && Date.now() - last > QUIET_MS;
  const settled = async () => {
    if (!isQuiet())
      throw new Error(`${page.url()} waits for ${Array.from(open, (one) => one.postData() ?? one.url()).join(', ')}`);
    const isShown = await page.evaluate<boolean>(`document.querySelector('main [aria-busy="true"]') === null`);
    return isShown && isQuiet();
  };
  return async () => void (await waitUntil('the page to settle', settled, SETTLED_WITHIN_MS));
}

async function look(page: Page): Promise<Seen> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the result of the expression above
  return (await page.evaluate(LOOK)) as Seen;
}
