import type { Browser, Page } from 'playwright-core';
import { ANSWER_WITHIN_MS, withTimeout } from './within.ts';

/**
 * The calls without a time limit in Playwright: they wait for the browser's reply, which never comes from a hanging
 * page. Waiting for elements, addresses and events has a limit (`setDefaultTimeout`).
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

/** The maximum length of an argument in an error message. */
const MAX_SHOWN = 120;
const shown = (given: unknown): string =>
  typeof given === 'string' ? given.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_SHOWN) : '';

let limitMs = ANSWER_WITHIN_MS;

/** For tests of the limit itself: sets another one. @returns a function that restores it */
export function limitCallsTo(ms: number): () => void {
  const before = limitMs;
  limitMs = ms;
  return () => void (limitMs = before);
}

/** Gives every call to a browser, its contexts and their pages a time limit with an error that names the call. */
export const limitCalls = (browser: Browser): void => limit('browser', browser);

/** Prototypes that are already patched: all browsers share them. */
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
      const answer = await withTimeout(`the browser to answer ${kind}.${name}(${shown(given[0])})`, pending, limitMs);
      if (typeof answer === 'object' && answer !== null) limitMade(name, answer);
      return answer;
    });
  }
}

/** Adds time limits to the prototypes of an object that a call created. */
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
