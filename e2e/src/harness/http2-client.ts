import { once } from 'node:events';
import { type ClientHttp2Session, type ClientHttp2Stream, connect } from 'node:http2';
import { type OperationName, OPERATIONS } from '@milepost/contract/operations';
import { FIXED_CSRF_VALUE } from '@milepost/contract/constants';

export interface ClientFrom {
  /** The host of the proxy. */
  host?: string;
  /** The local address to call from. */
  localAddress?: string;
  /** Headers that this client adds to every request. */
  headers?: Record<string, string>;
}

export interface Http2Client {
  /** A call of the wire contract, with the client's cookies and tokens. */
  call(name: OperationName, input?: Record<string, unknown>): Promise<Record<string, unknown> & { status: number }>;
  signIn(username: string, password: string): Promise<number>;
  /** Begins a request that the test completes. */
  begin(headers: Record<string, string>, end: boolean): ClientHttp2Stream;
  close(): void;
}

/** An HTTP/2 client that accepts a proxy's unknown certificate. */
export function http2Client(
  address: string,
  { host = '127.0.0.1', localAddress, headers = {} }: ClientFrom = {},
): Http2Client {
  const origin = new URL(address);
  const authority = host.includes(':') ? `[${host}]` : host;
  const session: ClientHttp2Session = connect(`https://${authority}:${origin.port}`, {
    rejectUnauthorized: false,
    ...(localAddress !== undefined && { localAddress }),
  });
  session.on('error', () => {});
  const cookies = new Map<string, string>();
  const tokens = { none: '', fixed: FIXED_CSRF_VALUE, preLogin: '', session: '' };

  const begin = (more: Record<string, string>, end: boolean) =>
    session.request({ ':authority': origin.host, ...headers, ...more }, { endStream: end });

  async function call(operation: OperationName, input: Record<string, unknown> = {}) {
    const stream = begin(
      {
        ':method': 'POST',
        ':path': `/${Date.now()}.html`,
        'content-type': 'application/json',
        origin: origin.origin,
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        'x-xsrf-token': cookies.get('XSRF-TOKEN') ?? '',
        'x-csrftoken': tokens[OPERATIONS[operation].csrf],
      },
      false,
    );
    stream.end(JSON.stringify({ route: operation, ...input }));
    let text = '';
    stream.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    stream.on('response', (answer) => {
      for (const line of answer['set-cookie'] ?? []) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        if (value === '') cookies.delete(name);
        else cookies.set(name, value);
      }
    });
    await once(stream, 'close');
    const parsed: Record<string, unknown> & { status: number } = JSON.parse(text);
    return parsed;
  }

  return {
    call,
    signIn: async (username, password) => {
      tokens.preLogin = String((await call('get-csrf-token-preLogin'))['csrfToken']);
      const { status } = await call('login', { username, password });
      if (status === 200) tokens.session = String((await call('get-csrf-token'))['csrfToken']);
      return status;
    },
    begin,
    close: () => session.destroy(),
  };
}
