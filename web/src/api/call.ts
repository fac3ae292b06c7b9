import { BODY_STATUS } from '@milepost/contract/body-status';
import type { Answer, CsrfHeader, OperationInput, OperationOutput } from '@milepost/contract/operation';
import type { OperationName, Operations } from '@milepost/contract/operations';
import { FIXED_CSRF_VALUE } from '@milepost/contract/constants';
import { BASE_PATH } from './base-path.ts';
import { CallError } from './call-error.ts';
import { readCookie } from './cookies.ts';
import { csrfOf, isOpen, isSave } from './operation-headers.ts';
import { readCsrfToken } from './storage.ts';
import { endSession } from './session-end.ts';
import { pageGuard, untilOwner } from './page-guard.ts';

export type CallInput<Name extends OperationName> = OperationInput<Operations[Name]>;
export type CallOutput<Name extends OperationName> = OperationOutput<Operations[Name]>;

export interface CallOptions {
  /** The token of the pre-login call, for the operation that needs it. */
  preLoginToken?: string;
  signal?: AbortSignal;
  /** Makes the call even if somebody else than the page's owner is signed in: for the calls of signing in. */
  asAnybody?: boolean;
  /** False if the caller handles status 400 itself. */
  endsSession?: boolean;
  /** The deadline for the reply, in milliseconds. */
  withinMs?: number;
  /** The number of attempts if no reply comes; one by default. Only for a call that can be made twice. */
  tries?: number;
}

/** The longest deadline of a call: the server itself cancels every query within a minute. */
const LONGEST_MS = 120_000;
/** Sign-in and the pages of links show nothing before their first reply. */
const OPEN_MS = 20_000;
/** The pause between two attempts. */
const PAUSE_MS = 500;

/**
 * For calls for which a person waits in front of an empty window: the session check, the menu, the permissions of the
 * role. Their replies are small, and each can be requested again.
 */
export const SOON = { withinMs: 8000, tries: 2 } as const satisfies CallOptions;

/** At the local development address the application is served under a fixed prefix (specification, section 7). */
const DEVELOPMENT_ORIGIN = 'http://localhost:4200';
const DEVELOPMENT_PREFIX = '/vts';

/**
 * Makes one call of the wire contract: POST `/<milliseconds>.html` with the operation in the body.
 * @throws {CallError} if the body status is not 200 or no reply came. Status 400 ends the session first, and the call
 * is made again once the person has signed in over what they entered; 403 of a save shows 'Permission Denied'
 * (specification, sections 6 and 8).
 */
export async function call<Name extends OperationName>(
  name: Name,
  input: CallInput<Name>,
  options: CallOptions = {},
): Promise<CallOutput<Name>> {
  const other = isOpen(name) || options.asAnybody === true ? null : untilOwner();
  if (other !== null) await other;
  const before = pageGuard()?.signIns();
  const body = await answerOf(
    () =>
      send<Name>(JSON.stringify({ route: name, ...(input as object) }, readable), headersFor(csrfOf(name), options), {
        withinMs: longestOf(name),
        ...options,
      }),
    options.tries ?? 1,
  );
  if (body.status === BODY_STATUS.success) return body;
  if (body.status === BODY_STATUS.sessionInvalid && !isOpen(name) && options.endsSession !== false) {
    const signedIn = before === pageGuard()?.signIns() ? endSession() : Promise.resolve();
    if (signedIn !== null) {
      await signedIn;
      // The call was rejected before it had any effect.
      return call(name, input, options);
    }
  }
  if (body.status === BODY_STATUS.denied && isSave(name)) await showDenied();
  throw new CallError(body);
}

const longestOf = (name: OperationName) => (isOpen(name) && name.startsWith('get-') ? OPEN_MS : LONGEST_MS);

/** The result of `request`, with at most `tries` attempts: only a missing reply is a reason to retry. */
async function answerOf<Given>(request: () => Promise<Given>, tries: number): Promise<Given> {
  try {
    return await request();
  } catch (error) {
    if (tries <= 1 || !(error instanceof CallError)) throw error;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    return answerOf(request, tries - 1);
  }
}

/**
 * JSON writes `null` for a number that is not finite, which would silently empty the field. The server rejects it as
 * text, with an error at its field.
 */
const readable = (_key: string, value: unknown): unknown =>
  typeof value === 'number' && !Number.isFinite(value) ? String(value) : value;

/** Lazy-loaded, because sign-in does not need it; pages on which something can be saved have loaded it already. */
async function showDenied(): Promise<void> {
  const { showPermissionDenied } = await import('../ui/notification/show-notification.ts');
  showPermissionDenied();
}

export function callUrl(origin: string, now: number, base = BASE_PATH): string {
  return `${origin}${base}${origin === DEVELOPMENT_ORIGIN ? DEVELOPMENT_PREFIX : ''}/${now}.html`;
}

async function send<Name extends OperationName>(
  body: string,
  headers: Record<string, string>,
  options: CallOptions & { withinMs: number },
): Promise<Answer<Operations[Name]>> {
  const stop = new AbortController();
  // Without a deadline, a hanging server or a silently broken connection would be waited for endlessly.
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    stop.abort();
  }, options.withinMs);
  const follow = () => stop.abort(options.signal?.reason);
  options.signal?.addEventListener('abort', follow);
  if (options.signal?.aborted) follow();
  try {
    const response = await fetch(callUrl(location.origin, Date.now()), {
      method: 'POST',
      headers,
      body,
      credentials: 'same-origin',
      signal: stop.signal,
    });
    const answer: unknown = await response.json();
    if (isAnswer<Name>(answer)) return answer;
    throw new Error(`HTTP ${response.status} without a body status`);
  } catch (cause) {
    if (isLate) throw new CallError(UNANSWERED, { cause });
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause;
    throw new CallError(UNREACHABLE, { cause });
  } finally {
    clearTimeout(timer);
    options.signal?.removeEventListener('abort', follow);
  }
}

const UNREACHABLE = {
  status: 0,
  code: 'unreachable',
  message: 'The server cannot be reached. Check the connection, then try again.',
} as const;
const UNANSWERED = {
  status: 0,
  code: 'unanswered',
  message: 'The server did not answer in time. Try again.',
} as const;

/** Checks only the outline: the server's own tests check its replies against their schemas, and lists are long. */
const isAnswer = <Name extends OperationName>(answer: unknown): answer is Answer<Operations[Name]> =>
  typeof answer === 'object' && answer !== null && 'status' in answer && typeof answer.status === 'number';

const headersFor = (kind: CsrfHeader, options: CallOptions): Record<string, string> => ({
  Accept: 'application/json',
  'Content-Type': 'application/json',
  ...tokenHeaders(kind, options),
});

/** The headers by which the server recognises a request of our own page. */
export function tokenHeaders(kind: CsrfHeader, options: CallOptions = {}): Record<string, string> {
  const headers: Record<string, string> = {};
  const token = {
    none: () => null,
    fixed: () => FIXED_CSRF_VALUE,
    preLogin: () => options.preLoginToken ?? null,
    session: readCsrfToken,
  }[kind]();
  if (token !== null) headers['X-CSRFToken'] = token;
  const xsrf = readCookie('XSRF-TOKEN');
  if (xsrf !== null) headers['X-XSRF-TOKEN'] = xsrf;
  return headers;
}
