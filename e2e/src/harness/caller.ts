import type { Failure } from '@milepost/contract/body-status';
import type { OperationInput, OperationOutput } from '@milepost/contract/operation';
import { type OperationName, OPERATIONS, type Operations } from '@milepost/contract/operations';
import { FIXED_CSRF_VALUE } from '@milepost/contract/constants';
import type { TestServer } from './server-process.ts';
import { withTimeout } from './within.ts';

/** A union, since tests check whether it is a success or a failure. */
export type CallAnswer<Name extends OperationName> = { status: number } & Partial<OperationOutput<Operations[Name]>> &
  Omit<Partial<Failure>, 'status'>;

/** A client without a browser: cookies, tokens and headers of the wire contract. */
export interface Caller {
  call<Name extends OperationName>(name: Name, input: OperationInput<Operations[Name]>): Promise<CallAnswer<Name>>;
  /** Like `call`, for calls that must succeed: throws otherwise. */
  ask<Name extends OperationName>(
    name: Name,
    input: OperationInput<Operations[Name]>,
  ): Promise<OperationOutput<Operations[Name]>>;
}

const succeeded = <Name extends OperationName>(
  answer: CallAnswer<Name>,
): answer is CallAnswer<Name> & OperationOutput<Operations[Name]> => answer.status === 200;

/** Signs in by the wire contract, by default as the administrator. */
export async function signInByCall(
  server: Pick<TestServer, 'address' | 'username' | 'password'>,
  username = server.username,
): Promise<Caller> {
  const cookies = new Map<string, string>();
  const tokens = { none: '', fixed: FIXED_CSRF_VALUE, preLogin: '', session: '' };

  async function call<Name extends OperationName>(name: Name, input: OperationInput<Operations[Name]>) {
    const csrf = tokens[OPERATIONS[name].csrf];
    const pending = fetch(`${server.address}/${Date.now()}.html`, {
      method: 'POST',
      headers: {
        accept: 'application/json',
        'content-type': 'application/json',
        origin: server.address,
        cookie: [...cookies].map(([key, value]) => `${key}=${value}`).join('; '),
        'x-xsrf-token': cookies.get('XSRF-TOKEN') ?? '',
        ...(csrf !== '' && { 'x-csrftoken': csrf }),
      },
      body: JSON.stringify({ route: name, ...(input as object) }),
    });
    const response = await withTimeout(`the answer to ${name}`, pending);
    for (const line of response.headers.getSetCookie()) {
      const [, key = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') cookies.delete(key);
      else cookies.set(key, value);
    }
    const answer: CallAnswer<Name> = JSON.parse(await withTimeout(`all of the answer to ${name}`, response.text()));
    return answer;
  }

  async function request<Name extends OperationName>(name: Name, input: OperationInput<Operations[Name]>) {
    const answer = await call(name, input);
    if (!succeeded(answer)) throw new Error(`${name}: ${answer.status} ${answer.message}`);
    return answer;
  }

  tokens.preLogin = (await request('get-csrf-token-preLogin', {})).csrfToken;
  await request('login', { username, password: server.password });
  tokens.session = (await request('get-csrf-token', {})).csrfToken;
  return { call, ask: request };
}
