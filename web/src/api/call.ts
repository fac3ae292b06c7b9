import { BODY_STATUS } from '@milepost/contract/body-status';
import type { Answer, CsrfHeader, RouteInput, RouteOutput } from '@milepost/contract/route';
import type { RouteName, RouteTable } from '@milepost/contract/routes';
import { FIXED_CSRF_VALUE } from '@milepost/contract/constants';
import { CallError } from './call-error.ts';
import { csrfOf, isOpen, isSave } from './route-headers.ts';
import { readCsrfToken } from './storage.ts';
import { endSession } from './session-end.ts';

export type CallInput<Name extends RouteName> = RouteInput<RouteTable[Name]>;
export type CallOutput<Name extends RouteName> = RouteOutput<RouteTable[Name]>;

export interface CallOptions {
  /** Token of the pre-login call, for the route that needs it. */
  preLoginToken?: string;
  signal?: AbortSignal;
  /** False where whoever calls answers status 400 itself. */
  endsSession?: boolean;
}

/** On the local development address the application sits under a fixed prefix (specification, section 7). */
const DEVELOPMENT_ORIGIN = 'http://localhost:4200';
const DEVELOPMENT_PREFIX = '/vts';

/**
 * Makes one call of the wire contract: POST `/<milliseconds>.html` with the route in the body.
 * @throws {CallError} when the body status is not 200 or no answer came. Status 400 ends the session first; 403 of a save says
 * 'Permission Denied' (specification, sections 6 and 8).
 */
export async function call<Name extends RouteName>(
  name: Name,
  input: CallInput<Name>,
  options: CallOptions = {},
): Promise<CallOutput<Name>> {
  const body = await send<Name>(
    JSON.stringify({ route: name, ...(input as object) }, readable),
    headersFor(csrfOf(name), options),
    options,
  );
  if (body.status === BODY_STATUS.success) return body;
  if (body.status === BODY_STATUS.sessionInvalid && !isOpen(name) && options.endsSession !== false) endSession();
  if (body.status === BODY_STATUS.denied && isSave(name)) await sayDenied();
  throw new CallError(body);
}

/**
 * JSON writes `null` for what is no number, which would empty the field in silence. As a text the server refuses it at its field.
 */
const readable = (_key: string, value: unknown): unknown =>
  typeof value === 'number' && !Number.isFinite(value) ? String(value) : value;

/** Fetched by now wherever there is something to save; sign-in does without it. */
async function sayDenied(): Promise<void> {
  const { showPermissionDenied } = await import('../ui/notification/show-notification.ts');
  showPermissionDenied();
}

export function callUrl(origin: string, now: number): string {
  return `${origin}${origin === DEVELOPMENT_ORIGIN ? DEVELOPMENT_PREFIX : ''}/${now}.html`;
}

async function send<Name extends RouteName>(
  body: string,
  headers: Record<string, string>,
  options: CallOptions,
): Promise<Answer<RouteTable[Name]>> {
  try {
    const response = await fetch(callUrl(location.origin, Date.now()), {
      method: 'POST',
      headers,
      body,
      credentials: 'same-origin',
      signal: options.signal ?? null,
    });
    const answer: unknown = await response.json();
    if (isAnswer<Name>(answer)) return answer;
    throw new Error(`HTTP ${response.status} without a body status`);
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause;
    throw new CallError(
      { status: 0, code: 'unreachable', message: 'The server cannot be reached. Nothing was lost; try again.' },
      { cause },
    );
  }
}

/** Only the outline: the server's answers are held against their schemas by its own tests, and lists are long. */
const isAnswer = <Name extends RouteName>(answer: unknown): answer is Answer<RouteTable[Name]> =>
  typeof answer === 'object' && answer !== null && 'status' in answer && typeof answer.status === 'number';

const headersFor = (kind: CsrfHeader, options: CallOptions): Record<string, string> => ({
  Accept: 'application/json',
  'Content-Type': 'application/json',
  ...tokenHeaders(kind, options),
});

/** The headers by which the server knows that a request is of our own page. */
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

function readCookie(name: string): string | null {
  const found = document.cookie.split('; ').find((pair) => pair.startsWith(`${name}=`));
  return found === undefined ? null : decodeURIComponent(found.slice(name.length + 1));
}
