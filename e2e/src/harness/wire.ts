import type { Page, Request } from 'playwright-core';
import { spoil } from './context-pool.ts';
import { WaitedInVain, within } from './within.ts';

/** One call of the wire contract, as the browser made it. */
export interface WireCall {
  route: string;
  /** The body without the route. */
  input: Record<string, unknown>;
  method: string;
  url: URL;
  headers: Record<string, string>;
  /** When it was made, milliseconds since 1970. */
  at: number;
  /** Status by HTTP, and the body; null where none came. */
  answer: Promise<{ http: number; body: { status: number } & Record<string, unknown> } | null>;
}

/** Path of every call (specification, section 7). */
export const CALL_PATH = /\/\d+\.html$/;

/** Everything that the page asks of the server from now on, in order; grows. */
export function watchCalls(page: Page): WireCall[] {
  const calls: WireCall[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'POST') return;
    const { route, ...input }: { route: string } & Record<string, unknown> = request.postDataJSON();
    const url = new URL(request.url());
    const made = { route, input, method: request.method(), url, headers: request.headers(), at: Date.now() };
    const answer = answerOf(request);
    // Told to who waits for it; of many calls nobody asks for the answer.
    answer.catch(() => {});
    calls.push({ ...made, answer });
  });
  return calls;
}

async function answerOf(request: Request): Promise<Awaited<WireCall['answer']>> {
  try {
    return await within(`the answer to ${request.postData()?.slice(0, 60)}`, readAnswer(request));
  } catch (error) {
    if (error instanceof WaitedInVain) throw error;
    // A page that was left while the answer came has none any more.
    return null;
  }
}

async function readAnswer(request: Request): ReturnType<typeof answerOf> {
  const response = await request.response();
  return response && { http: response.status(), body: await response.json() };
}

/** What happens to calls of a route instead of their ordinary way. */
type Change =
  /** The server is not asked; this comes instead. */
  | { answer: { status: number } & Record<string, unknown> }
  /** The server is asked with other headers, and answers. */
  | { headers: Record<string, string> }
  /** Runs before the call goes on to the server. */
  | { before: () => Promise<unknown> }
  /** No answer comes, as when the network is down. */
  | { fail: true };

/**
 * Changes what becomes of the calls of one route; the others stay as they are. Past `page.route`, which looks at each of
 * the files of a page as well, and keeps none of them in the browser. @returns what undoes it
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
  // A page that was left meanwhile needs no answer.
  session.on('Fetch.requestPaused', ({ requestId, request }) => void meet(requestId, request).catch(() => {}));
  await session.send('Fetch.enable', { patterns: [{ urlPattern: '*.html' }] });
  return () => session.detach();
}

const asResponse = (body: object) => ({
  responseCode: 200,
  responseHeaders: [{ name: 'content-type', value: 'application/json' }],
  body: Buffer.from(JSON.stringify(body)).toString('base64'),
});
