import { type Agent, request } from 'node:http';

export interface PhoneAnswer {
  status: number;
  /** The whole response except its date. */
  text: string;
  tookMs: number;
}

export interface PhoneReport {
  port: number;
  id: string;
  /** Epoch seconds; now when omitted. */
  second?: number;
  from?: string;
  query?: string;
  /** Keeps connections open; a new one for each report when omitted. */
  agent?: Agent;
}

/** Reports one position as a phone does. */
export function reportByPhone({ port, id, second, from, query = '', agent }: PhoneReport): Promise<PhoneAnswer> {
  const timestamp = second ?? Math.floor(Date.now() / 1000);
  const path = `/?id=${id}&lat=-34.9&lon=-56.16&timestamp=${timestamp}${query}`;
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const localAddress = from ?? '127.0.0.1';
    const sent = request({ port, host: '127.0.0.1', path, localAddress, agent: agent ?? false }, (response) => {
      let body = '';
      response.on('data', (chunk: Buffer) => (body += chunk.toString()));
      response.on('end', () => {
        const { date: _date, ...headers } = response.headers;
        const status = response.statusCode ?? 0;
        resolve({ status, text: `${status} ${JSON.stringify(headers)} ${body}`, tookMs: performance.now() - began });
      });
    });
    sent.on('error', reject);
    sent.end();
  });
}
