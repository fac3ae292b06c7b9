import type { Browser, Page } from 'playwright-core';
import { ANSWER_WITHIN_MS, within } from './within.ts';

/**
 * Calls to which Playwright gives no limit: they wait for the browser's answer, and a page that hangs gives none. What waits
 * for elements, addresses and events has one (`setDefaultTimeout`).
 */
const WITHOUT_LIMIT = {
  browser: ['newContext', 'newBrowserCDPSession', 'close'],
  context: [
    'newPage',
    'newCDPSession',
    'close',
    'addInitScript',
    'route',
    'unroute',
    'unrouteAll',
    'setOffline',
    'cookies',
    'addCookies',
    'clearCookies',
    'storageState',
    'setStorageState',
    'grantPermissions',
  ],
  page: [
    'evaluate',
    'evaluateHandle',
    'close',
    'setViewportSize',
    'emulateMedia',
    'addInitScript',
    'exposeFunction',
    'route',
    'unroute',
    'unrouteAll',
    'content',
    'title',
    'pdf',
    'bringToFront',
  ],
  locator: ['count', 'all', 'allInnerTexts', 'allTextContents', 'evaluate', 'evaluateAll', 'isVisible', 'isHidden'],
  mouse: ['move', 'down', 'up', 'click', 'dblclick', 'wheel'],
  keyboard: ['press', 'type', 'down', 'up', 'insertText'],
  session: ['send', 'detach'],
};
type Kind = keyof typeof WITHOUT_LIMIT;

/** How much is told of what a call was given. */
const MOST_SHOWN = 120;
const shown = (given: unknown): string =>
  typeof given === 'string' ? given.replaceAll(/\s+/g, ' ').trim().slice(0, MOST_SHOWN) : '';

let limitMs = ANSWER_WITHIN_MS;

/** For tests of the limit itself: another one. @returns what sets it back */
export function limitCallsTo(ms: number): () => void {
  const before = limitMs;
  limitMs = ms;
  return () => void (limitMs = before);
}

/** Gives every call to a browser, its contexts and their pages a limit that says what it waited for. */
export const limitCalls = (browser: Browser): void => limit('browser', browser);

/** Prototypes that have been seen to: the calls of one browser are those of all. */
const limited = new WeakSet<object>();

function limit(kind: Kind, one: object): void {
  const prototype: unknown = Object.getPrototypeOf(one);
  if (typeof prototype !== 'object' || prototype === null || limited.has(prototype)) return;
  limited.add(prototype);
  for (const name of WITHOUT_LIMIT[kind]) {
    const own: unknown = Reflect.get(prototype, name);
    if (typeof own !== 'function')
      throw new Error(`Playwright’s ${kind} has no ${name}: what was renamed has no limit.`);
    Reflect.set(prototype, name, async function (this: unknown, ...given: unknown[]): Promise<unknown> {
      const pending: Promise<unknown> = Promise.resolve(Reflect.apply(own, this, given));
      const answer = await within(`the browser to answer ${kind}.${name}(${shown(given[0])})`, pending, limitMs);
      if (typeof answer === 'object' && answer !== null) limitMade(name, answer);
      return answer;
    });
  }
}

/** What a call makes first comes by these. */
function limitMade(name: string, made: object): void {
  if (name === 'newContext') limit('context', made);
  else if (name.endsWith('CDPSession')) limit('session', made);
  else if (name === 'newPage' && isPage(made)) {
    limit('page', made);
    limit('locator', made.locator('html'));
    limit('mouse', made.mouse);
    limit('keyboard', made.keyboard);
  }
}

const isPage = (made: object): made is Page => 'locator' in made && 'mouse' in made && 'keyboard' in made;
