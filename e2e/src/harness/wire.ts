import type { Page, Request } from 'playwright-core';
import { spoil } from './context-pool.ts';
import { WaitedInVain, withTimeout } from './within.ts';

/** One call of the wire contract, as the browser made it. */
export interface WireCall {
  route: string;
  /** The body without the operation. */
  input: Record<string, unknown>;
  method: string;
  url: URL;
  headers: Record<string, string>;
  /** When the call was made, milliseconds since 1970. */
  at: number;
  /** The HTTP status, and the body; null if no reply came. */
  answer: Promise<{ http: number; body: { status: number } & Record<string, unknown> } | null>;
}

/** The path of every call (specification, section 7). */
export const CALL_PATH = /\/\d+\.html$/;

/** All calls of the page to the server from now on, in order; the array grows. */
export function watchCalls(page: Page): WireCall[] {
  const calls: WireCall[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'POST') return;
    const { route, ...input }: { route: string } & Record<string, unknown> = request.postDataJSON();
    const url = new URL(request.url());
    const made = { route, input, method: request.method(), url, headers: request.headers(), at: Date.now() };
    const answer = answerOf(request);
    // Errors are thrown only to tests that wait for the reply; for many calls none does.
    answer.catch(() => {});
    calls.push({ ...made, answer });
  });
  return calls;
}

async function answerOf(request: Request): Promise<Awaited<WireCall['answer']>> {
  try {
    return await withTimeout(`the answer to ${request.postData()?.slice(0, 60)}`, readAnswer(request));
  } catch (error) {
    if (error instanceof WaitedInVain) throw error;
    // A page that was left before the reply has no body any more.
    return null;
  }
}

async function readAnswer(request: Request): ReturnType<typeof answerOf> {
  const response = await request.response();
  return response && { http: response.status(), body: await response.json() };
}

/** The change of an operation's calls. */
type Change =
  /** The server is not called; this reply is returned instead. */
  | { answer: { status: number } & Record<string, unknown> }
  /** The server is called with other headers, and replies. */
  | { headers: Record<string, string> }
  /** Runs before the call is passed on to the server. */
  | { before: () => Promise<unknown> }
  /** No reply comes, as when the network is down. */
  | { fail: true };

/**
 * Changes the calls of one operation; others stay unchanged. Without `page.route`, which intercepts each of the page's
 * files as well, and disables the browser's cache. @returns a function that undoes it
 */
export async function changeCalls(page: Page, name: string, change: Change): Promise<() => Promise<void>> {
  spoil(page);
  const session = await page.context().newCDPSession(page);
  const meet = async (
    requestId: string,
    { postData, headers }: { postData?: string; headers: Record<string, string> },
  ) => {
    const { route }: { route: string } = JSON.parse(postData ?? '{"route":""}');
    if (route !== name) return session.send('Fetch.continueRequest', { requestId });
    if ('fail' in change) return session.send('Fetch.failRequest', { requestId, errorReason: 'ConnectionRefused' });
    if ('answer' in change) return session.send('Fetch.fulfillRequest', { requestId, ...asResponse(change.answer) });
    if ('headers' in change) {
      const changed = Object.entries({ ...headers, ...change.headers }).map(([key, value]) => ({ name: key, value }));
      return session.send('Fetch.continueRequest', { requestId, headers: changed });
    }
    await change.before();
    return session.send('Fetch.continueRequest', { requestId });
  };
  // A page that was left meanwhile needs no reply.
  session.on('Fetch.requestPaused', ({ requestId, request }) => void meet(requestId, request).catch(() => {}));
  await session.send('Fetch.enable', { patterns: [{ urlPattern: '*.html' }] });
  return () => session.detach();
}

const asResponse = (body: object) => ({
  responseCode: 200,
  responseHeaders: [{ name: 'content-type', value: 'application/json' }],
  body: Buffer.from(JSON.stringify(body)).toString('base64'),
});
