import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { AwsV4Signer } from 'aws4fetch';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BlobStore } from './blob-store.ts';
import { parseS3Address, s3Blobs } from './s3-blobs.ts';

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

// "Signature Calculations for the Authorization Header" of the Amazon S3 API reference: the four examples of requests
// in a single chunk, with their common credentials and time.
const EXAMPLE = {
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  service: 's3',
  region: 'us-east-1',
  datetime: '20130524T000000Z',
  allHeaders: true,
};
const EMPTY_HASH = sha256(Buffer.alloc(0));
const HOST = 'https://examplebucket.s3.amazonaws.com';
test.each([
  {
    method: 'GET',
    url: `${HOST}/test.txt`,
    headers: { range: 'bytes=0-9', 'x-amz-content-sha256': EMPTY_HASH },
    signature: 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  },
  {
    method: 'PUT',
    url: `${HOST}/test%24file.text`,
    headers: {
      date: 'Fri, 24 May 2013 00:00:00 GMT',
      'x-amz-storage-class': 'REDUCED_REDUNDANCY',
      'x-amz-content-sha256': sha256(Buffer.from('Welcome to Amazon S3.')),
    },
    signature: '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
  },
  {
    method: 'GET',
    url: `${HOST}/?lifecycle`,
    headers: { 'x-amz-content-sha256': EMPTY_HASH },
    signature: 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
  },
  {
    method: 'GET',
    url: `${HOST}/?max-keys=2&prefix=J`,
    headers: { 'x-amz-content-sha256': EMPTY_HASH },
    signature: '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
  },
])('$method $url is signed as in the reference', async ({ signature, ...request }) => {
  const { headers } = await new AwsV4Signer({ ...EXAMPLE, ...request }).sign();
  expect(headers.get('authorization')).toMatch(new RegExp(`Signature=${signature}$`));
});

/**
 * A bucket in memory that implements the used part of the protocol: it accepts only requests signed with the one key,
 * and only bytes with the signed hash.
 */
const KEY = { accessKeyId: 'KEY', secretAccessKey: 'SE/CRET', region: 'eu-west-1', service: 's3' };
const objects = new Map<string, Buffer>();
async function answer(request: IncomingMessage, response: ServerResponse) {
  const url = new URL(request.url ?? '', `http://${request.headers.host}`);
  const given = (name: string) => String(request.headers[name] ?? '');
  const signedHeaders = /SignedHeaders=([^,]+)/.exec(given('authorization'))?.[1]?.split(';') ?? [];
  const headers = Object.fromEntries(
    signedHeaders.filter((name) => name !== 'host').map((name) => [name, given(name)]),
  );
  const signer = new AwsV4Signer({
    ...KEY,
    url: url.href,
    method: request.method,
    headers,
    datetime: given('x-amz-date'),
  });
  const expected = (await signer.sign()).headers.get('authorization');
  const body = await buffer(request);
  if (expected !== given('authorization')) return response.writeHead(403).end('<Code>SignatureDoesNotMatch</Code>');
  const name = url.pathname;
  if (request.method === 'PUT') {
    if (request.headers['content-length'] === undefined) return response.writeHead(411).end();
    if (sha256(body) !== given('x-amz-content-sha256'))
      return response.writeHead(400).end('<Code>XAmzContentSHA256Mismatch</Code>');
    objects.set(name, body);
    return response.end();
  }
  if (request.method === 'DELETE') {
    objects.delete(name);
    return response.writeHead(204).end();
  }
  if (url.searchParams.get('list-type') === '2') {
    const keys = [...objects.keys()]
      .map((key) => key.replace('/bucket/', ''))
      .filter((key) => key.startsWith(url.searchParams.get('prefix') ?? ''))
      .toSorted();
    const from = Number(url.searchParams.get('continuation-token') ?? 0);
    const rest = keys.slice(from, from + 2);
    const items = rest.map(
      (key) => `<Contents><Key>${key}</Key><LastModified>2026-01-02T03:04:05.000Z</LastModified></Contents>`,
    );
    const more = from + 2 < keys.length ? `<NextContinuationToken>${from + 2}</NextContinuationToken>` : '';
    return response.end(`<?xml version="1.0"?><ListBucketResult>${items.join('')}${more}</ListBucketResult>`);
  }
  const found = objects.get(name);
  if (!found) return response.writeHead(404).end('<Code>NoSuchKey</Code>');
  const range = /bytes=(\d+)-(\d+)/.exec(given('range'));
  if (!range) return response.end(request.method === 'HEAD' ? undefined : found);
  return response.writeHead(206).end(found.subarray(Number(range[1]), Number(range[2]) + 1));
}

let server: Server;
let folder: string;
let blobs: BlobStore;
const storeWith = (secret: string) => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a TCP server's address is one
  const { port } = server.address() as AddressInfo;
  const address = parseS3Address(
    `http://KEY:${encodeURIComponent(secret)}@127.0.0.1:${port}/bucket/fleet?region=eu-west-1`,
  );
  if (!address) throw new Error('no address');
  return s3Blobs(address);
};
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'milepost-s3-'));
  server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  blobs = storeWith('SE/CRET');
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await rm(folder, { recursive: true });
});

async function put(content: string, to = blobs) {
  const file = path.join(folder, 'upload');
  await writeFile(file, content);
  const hash = sha256(Buffer.from(content));
  await to.put(hash, file);
  return hash;
}

test('a blob is stored, read whole and in part, listed and removed', async () => {
  const hash = await put('a truck at the depot');
  expect([...objects.keys()]).toEqual([`/bucket/fleet/${hash.slice(0, 2)}/${hash}`]);
  expect(await blobs.has(hash)).toBe(true);
  const read = async (span?: { start: number; end: number }) => {
    const bytes = await blobs.read(hash, span);
    return bytes && (await buffer(bytes)).toString();
  };
  expect(await read()).toBe('a truck at the depot');
  expect(await read({ start: 2, end: 6 })).toBe('truck');
  const others = [await put('one'), await put('two'), await put('three')];
  const listed: { hash: string; storedAt: Date }[] = [];
  for await (const one of blobs.list()) listed.push(one);
  expect(listed.map((one) => one.hash).toSorted()).toEqual([hash, ...others].toSorted());
  expect(listed[0]?.storedAt).toEqual(new Date('2026-01-02T03:04:05Z'));
  await blobs.remove(hash);
  expect(await blobs.has(hash)).toBe(false);
  expect(await read()).toBeNull();
});

test("a wrong key is an error with the server's message", async () => {
  await expect(put('x', storeWith('OTHER'))).rejects.toThrow('403 to PUT: <Code>SignatureDoesNotMatch</Code>');
});

test.each(['https://host/bucket', 'https://KEY:SECRET@host/', 'ftp://KEY:SECRET@host/bucket', 'bucket'])(
  '%s is no address of a bucket',
  (text) => {
    expect(parseS3Address(text)).toBeNull();
  },
);
