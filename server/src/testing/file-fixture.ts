import type { AddressInfo } from 'node:net';
import type { Failure } from '@milepost/contract/body-status';
import type { StoredFile } from '@milepost/contract/file-operations';
import { HTTP_TIMES } from '../http/app.ts';
import { httpFixture, type HttpFixture } from './http-fixture.ts';
import type { TestBrowser } from './test-browser.ts';

type Sent = Omit<Partial<Failure>, 'status'> & { status: number; file: StoredFile };

export interface FileFixture extends HttpFixture {
  /** The address on which it listens, since files are transferred over real connections. */
  base: string;
  admin: TestBrowser;
  /** Sends a file as a person's browser does; `headers` replace those of the browser. */
  send(
    bytes: string | Uint8Array<ArrayBuffer>,
    name: string,
    browser?: TestBrowser,
    headers?: Record<string, string>,
  ): Promise<Sent>;
  /** Fetches a URL as a person's browser does; null for nobody. */
  get(address: string, browser?: TestBrowser | null, headers?: Record<string, string>): Promise<Response>;
  /** The headers of an upload. */
  headersOf(browser: TestBrowser, name: string): Record<string, string>;
  addVehicle(): Promise<number>;
}

const cookiesOf = (browser: TestBrowser) => [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');

/** The HTTP application on a port of its own, with a person who sends files of at most 2 MB. */
export async function fileFixture(times = HTTP_TIMES): Promise<FileFixture> {
  const fixture = await httpFixture({}, {}, times);
  fixture.services.files.maxBytes = 2_000_000;
  await fixture.app.listen({ host: '127.0.0.1', port: 0 });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a TCP server's address is one
  const base = `http://127.0.0.1:${(fixture.app.server.address() as AddressInfo).port}`;
  const admin = await fixture.signedIn();
  const headersOf = (browser: TestBrowser, name: string) => ({
    ...browser.headers('session'),
    origin: base,
    cookie: cookiesOf(browser),
    'x-file-name': encodeURIComponent(name),
  });
  let vehicles = 0;
  return {
    ...fixture,
    base,
    admin,
    headersOf,
    send: async (bytes, name, browser = admin, headers = {}) => {
      const all = { ...headersOf(browser, name), ...headers };
      const reply = await fetch(`${base}/files`, { method: 'POST', body: bytes, headers: all });
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what it is, is what the tests ask
      const answer = (await reply.json()) as Sent;
      if (answer.status !== reply.status) throw new Error(`${reply.status} says ${answer.status}`);
      return answer;
    },
    get: (address, browser = admin, headers = {}) =>
      fetch(base + address, { headers: { ...(browser && { cookie: cookiesOf(browser) }), ...headers } }),
    addVehicle: async () => {
      const { vehicle } = await admin.call('save-vehicle', { registration: `SBA ${++vehicles}` });
      return vehicle?.id ?? 0;
    },
  };
}
