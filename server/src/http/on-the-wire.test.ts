import { existsSync, globSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { type IncomingHttpHeaders, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compressFiles } from '../../../scripts/compress-files.ts';
import { NO_MAP_FILE } from '../map-file/map-file.ts';
import { httpFixture, type HttpFixture } from '../testing/http-fixture.ts';
import { validInput } from '../testing/valid-input.ts';
import { basemapFiles } from './basemap-files.ts';
import { webFiles } from './web-files.ts';

/** The bytes that a client receives from a socket, before any decompression. */
interface Received {
  status: number;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
}

async function addressOf(app: FastifyInstance): Promise<number> {
  await app.listen({ host: '127.0.0.1', port: 0 });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a TCP server's address is one
  return (app.server.address() as AddressInfo).port;
}

function receive(
  port: number,
  at: string,
  headers: Record<string, string> = {},
  { method = 'GET', body = '' } = {},
): Promise<Received> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path: at, method, headers }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('error', reject);
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, bytes: Buffer.concat(parts) }),
      );
    });
    sent.on('error', reject).end(body);
  });
}

const UNPACK = { br: brotliDecompressSync, gzip: gunzipSync };
const SCRIPT = 'export const word = "milepost";\n'.repeat(200);
/** Noise from a fixed seed, which cannot be compressed. */
const NOISE = Buffer.from(
  Array.from({ length: 4000 }, (_, index) => (Math.imul(index + 1, 2_654_435_761) >>> 13) & 255),
);

describe('files of the build', () => {
  let root: string;
  let app: FastifyInstance;
  let port: number;
  const files: Record<string, string | Buffer> = {
    'web/index.html': `<title>the page</title>${'<p>a</p>'.repeat(300)}`,
    'web/service-worker.js': SCRIPT,
    'web/assets/app-1a2b.js': SCRIPT,
    'web/assets/app-1a2b.css': '.a{color:red}'.repeat(200),
    'web/assets/mark.svg': `<svg>${'<path d="M0 0"/>'.repeat(200)}</svg>`,
    'web/assets/plain.woff2': NOISE,
    'web/assets/tiny.js': 'let a=1',
    'city/world.json': JSON.stringify(Array.from({ length: 500 }, (_, index) => [index, index])),
    'city/style-light.json': JSON.stringify({ version: 8, layers: Array.from({ length: 200 }, () => 'street') }),
  };
  beforeAll(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'milepost-wire-'));
    for (const [name, content] of Object.entries(files)) {
      await mkdir(path.dirname(path.join(root, name)), { recursive: true });
      await writeFile(path.join(root, name), content);
    }
    await compressFiles(path.join(root, 'web'));
    await compressFiles(path.join(root, 'city'));
    app = Fastify();
    await basemapFiles(app, path.join(root, 'city'), NO_MAP_FILE);
    await webFiles(app, path.join(root, 'web'));
    port = await addressOf(app);
  });
  afterAll(async () => {
    await app.close();
    await rm(root, { recursive: true });
  });

  const ADDRESSES = {
    '/': 'web/index.html',
    '/track-vehicle': 'web/index.html',
    '/service-worker.js': 'web/service-worker.js',
    '/assets/app-1a2b.js': 'web/assets/app-1a2b.js',
    '/assets/app-1a2b.css': 'web/assets/app-1a2b.css',
    '/assets/mark.svg': 'web/assets/mark.svg',
    '/basemap/world.json': 'city/world.json',
    '/basemap/style-light.json': 'city/style-light.json',
  };
  const cases = Object.entries(ADDRESSES).flatMap(([at, file]) =>
    (['br', 'gzip'] as const).map((encoding) => [at, encoding, file] as const),
  );

  test.each(cases)('%s is sent as %s, shorter, with its length and an ETag of its own', async (at, encoding, file) => {
    const plain = await receive(port, at);
    expect(plain.bytes.toString()).toBe(String(files[file]));
    expect(plain.headers['content-encoding']).toBeUndefined();
    const small = await receive(port, at, { 'accept-encoding': encoding });
    expect(small.status).toBe(200);
    expect(small.headers['content-encoding']).toBe(encoding);
    expect(UNPACK[encoding](small.bytes)).toEqual(plain.bytes);
    expect(small.bytes.length).toBeLessThan(plain.bytes.length / 2);
    for (const reply of [plain, small]) {
      expect(reply.headers['content-length']).toBe(String(reply.bytes.length));
      expect(reply.headers.vary).toContain('accept-encoding');
      expect(reply.headers['content-type']).toBe(plain.headers['content-type']);
    }
    const etag = String(small.headers.etag);
    expect(etag).not.toBe(plain.headers.etag);
    const revalidated = await receive(port, at, { 'accept-encoding': encoding, 'if-none-match': etag });
    expect([revalidated.status, revalidated.bytes.length, revalidated.headers.etag, revalidated.headers.vary]).toEqual([
      304,
      0,
      etag,
      small.headers.vary,
    ]);
  });

  test('HEAD has the headers of GET', async () => {
    for (const encoding of ['br', 'gzip', 'identity']) {
      const headers = { 'accept-encoding': encoding };
      const whole = await receive(port, '/assets/app-1a2b.js', headers);
      const head = await receive(port, '/assets/app-1a2b.js', headers, { method: 'HEAD' });
      for (const name of ['content-length', 'content-encoding', 'etag', 'vary', 'content-type'] as const) {
        expect(head.headers[name]).toEqual(whole.headers[name]);
      }
      expect(head.bytes).toHaveLength(0);
    }
  });

  test('a file that gains nothing, or for which both encodings are refused, is sent unchanged', async () => {
    for (const at of ['/assets/plain.woff2', '/assets/tiny.js']) {
      const reply = await receive(port, at, { 'accept-encoding': 'gzip, br' });
      expect([reply.headers['content-encoding'], reply.bytes.toString('hex')]).toEqual([
        undefined,
        Buffer.from(files[`web${at}`] ?? '').toString('hex'),
      ]);
    }
    const refused = await receive(port, '/assets/app-1a2b.js', { 'accept-encoding': 'br;q=0, gzip;q=0, identity' });
    expect(refused.headers['content-encoding']).toBeUndefined();
    expect(refused.bytes.toString()).toBe(SCRIPT);
  });

  test('a range applies to the file itself', async () => {
    const headers = { 'accept-encoding': 'gzip, br', range: 'bytes=7-12' };
    const part = await receive(port, '/assets/app-1a2b.js', headers);
    expect([part.status, part.bytes.toString(), part.headers['content-encoding']]).toEqual([206, 'const ', undefined]);
    expect(part.headers['content-range']).toBe(`bytes 7-12/${SCRIPT.length}`);
  });

  test('a changed file is compressed again, and one that gains nothing any more loses its compressed ones', async () => {
    const file = path.join(root, 'web/assets/changing.js');
    const sizes: (number | null)[] = [];
    for (const [second, text] of [SCRIPT, `${SCRIPT}${SCRIPT}// more`, 'short'].entries()) {
      await writeFile(file, text);
      // Real builds are further apart than the resolution of file times. The two builds of this test would not be.
      await utimes(file, second, second);
      await compressFiles(path.join(root, 'web'));
      const packed = await readFile(`${file}.br`).catch(() => null);
      if (packed) expect(brotliDecompressSync(packed).toString()).toBe(text);
      sizes.push(packed && packed.length);
    }
    expect(sizes).toEqual([expect.any(Number), expect.any(Number), null]);
  });
});

describe('the web application as built', () => {
  const dist = path.join(import.meta.dirname, '../../../web/dist');

  test('has each script and style in both encodings, much smaller', async () => {
    if (!existsSync(dist)) throw new Error('Build first: npm run build.');
    const names = globSync('assets/*.{js,css}', { cwd: dist });
    expect(names.length).toBeGreaterThan(100);
    for (const name of names) {
      const { size } = await stat(path.join(dist, name));
      // Names of colours and paths of icons in small files hardly repeat.
      if (size < 10_000) continue;
      for (const ending of ['br', 'gz']) {
        const packed = await stat(path.join(dist, `${name}.${ending}`)).catch(() => null);
        expect([name, ending, (packed?.size ?? size) < size * 0.6]).toEqual([name, ending, true]);
      }
    }
  });
});

describe('calls', () => {
  let fixture: HttpFixture;
  let port: number;
  beforeAll(async () => {
    fixture = await httpFixture();
    port = await addressOf(fixture.app);
  });
  afterAll(() => fixture.close());

  test.each(['br', 'gzip'] as const)('a long answer is sent as %s, one with a token never', async (encoding) => {
    const browser = await fixture.signedIn();
    const call = async (operation: string, input: object = {}, accepts = 'identity') =>
      receive(
        port,
        '/1.html',
        {
          ...browser.headers('session'),
          'content-type': 'application/json',
          cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
          'accept-encoding': accepts,
          origin: `http://127.0.0.1:${port}`,
          host: `127.0.0.1:${port}`,
        },
        { method: 'POST', body: JSON.stringify({ route: operation, ...input }) },
      );
    const plain = await call('get-nav-menu');
    const small = await call('get-nav-menu', {}, encoding);
    expect(plain.bytes.length).toBeGreaterThan(2048);
    expect(small.headers['content-encoding']).toBe(encoding);
    expect(UNPACK[encoding](small.bytes)).toEqual(plain.bytes);
    for (const { headers, bytes } of [plain, small]) {
      expect(headers['content-length']).toBe(String(bytes.length));
      expect(headers.vary).toContain('accept-encoding');
      expect(headers['cache-control']).toBe('no-store');
    }
    const ruleIds: (number | undefined)[] = [];
    for (let index = 0; index < 30; index++) {
      const name = `Rule ${index} of ${encoding} with a name of some length, as people choose`;
      const saved = await browser.call('save-alarm-rule', { ...validInput('save-alarm-rule'), name });
      ruleIds.push(saved.rule?.id);
    }
    const webhook = { ...validInput('save-webhook'), name: encoding, severities: ['critical'], ruleIds };
    const secret = await call('save-webhook', webhook, encoding);
    expect(secret.bytes.toString()).toMatch(/"secret":"[^"]{20}/);
    expect(secret.bytes.length).toBeGreaterThan(2048);
    expect(secret.headers['content-encoding']).toBeUndefined();
  });
});
