import type { Failure } from '@milepost/contract/body-status';
import type { OperationOutput } from '@milepost/contract/operation';
import { type OperationName, OPERATIONS, type Operations } from '@milepost/contract/operations';
import { FIXED_CSRF_VALUE } from '@milepost/contract/constants';
import type { FastifyInstance } from 'fastify';

/** An answer of either kind, which tests distinguish by its status. */
export type TestAnswer<Name extends OperationName> = { status: number } & Partial<OperationOutput<Operations[Name]>> &
  Omit<Partial<Failure>, 'status'>;

interface RawCall {
  body?: unknown;
  headers?: Record<string, string>;
  url?: string;
  remoteAddress?: string;
}

/** An application in this process or in another one. */
export type TestApplication = Pick<FastifyInstance, 'inject'>;

/** Behaves like the browser's client in a call: cookies, tokens and headers of the specification, section 7. */
export class TestBrowser {
  readonly cookies = new Map<string, string>();
  csrfToken = '';
  preLoginToken = '';
  #app: TestApplication;

  constructor(app: TestApplication) {
    this.#app = app;
  }

  /** Headers that the client sends with an operation. */
  headers(csrf: (typeof OPERATIONS)[OperationName]['csrf']): Record<string, string> {
    const values = { none: '', fixed: FIXED_CSRF_VALUE, preLogin: this.preLoginToken, session: this.csrfToken };
    const xsrf = this.cookies.get('XSRF-TOKEN');
    return {
      origin: 'http://localhost',
      ...(values[csrf] && { 'x-csrftoken': values[csrf] }),
      ...(xsrf !== undefined && { 'x-xsrf-token': xsrf }),
    };
  }

  /** Posts the given body, keeping cookies; `headers` replace those of the client. */
  async post({ body, headers = {}, url = '/1700000000000.html', remoteAddress }: RawCall) {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const reply = await this.#app.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/json', ...(cookie && { cookie }), ...headers },
      payload: typeof body === 'string' ? body : JSON.stringify(body),
      ...(remoteAddress !== undefined && { remoteAddress }),
    });
    for (const { name, value, maxAge, expires } of reply.cookies) {
      if (maxAge === 0 || (expires && expires.getTime() < Date.now())) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return reply;
  }

  /** Calls an operation as the client does; the input is not checked here, so that tests can send invalid ones. */
  async call<Name extends OperationName>(
    name: Name,
    input: Record<string, unknown> = {},
    from: { remoteAddress?: string } = {},
  ): Promise<TestAnswer<Name>> {
    const headers = this.headers(OPERATIONS[name].csrf);
    const reply = await this.post({ body: { route: name, ...input }, headers, ...from });
    return reply.json();
  }

  /** Fetches the pre-login token and tries to sign in. */
  async trySignIn(username: string, password: string, from: { remoteAddress?: string } = {}) {
    const token = await this.call('get-csrf-token-preLogin');
    this.preLoginToken = token.csrfToken ?? '';
    return this.call('login', { username, password }, from);
  }

  async signIn(username: string, password: string): Promise<void> {
    const answer = await this.trySignIn(username, password);
    if (answer.status !== 200) throw new Error(`sign-in failed: ${answer.message}`);
    const token = await this.call('get-csrf-token');
    this.csrfToken = token.csrfToken ?? '';
  }
}

interface ServedCall {
  url: string;
  headers: Record<string, string>;
  payload: string;
}

/** The application of another process, which serves this port of this machine. */
export function servedApplication(port: number): TestApplication {
  const origin = `http://127.0.0.1:${port}`;
  const inject = async ({ url, headers, payload }: ServedCall) => {
    const reply = await fetch(origin + url, { method: 'POST', headers: { ...headers, origin }, body: payload });
    const body = await reply.text();
    const cookies = reply.headers.getSetCookie().map(cookieOf);
    return { statusCode: reply.status, body, cookies, json: () => JSON.parse(body) as unknown };
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what a TestBrowser uses of it
  return { inject } as unknown as TestApplication;
}

function cookieOf(header: string): { name: string; value: string; maxAge?: number } {
  const [, name = '', value = ''] = /^([^=]*)=([^;]*)/.exec(header) ?? [];
  const [, maxAge] = /;\s*max-age=(\d+)/i.exec(header) ?? [];
  return { name, value, ...(maxAge !== undefined && { maxAge: Number(maxAge) }) };
}
