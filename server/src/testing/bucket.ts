import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { AwsV4Signer } from 'aws4fetch';

export interface Bucket {
  /** `s3+http://KEY:SECRET@127.0.0.1:…/bucket`; a prefix and the region may follow. */
  url: string;
  region: string;
  objects: Map<string, Buffer>;
  close(): Promise<void>;
}

const KEY = { accessKeyId: 'KEY', secretAccessKey: 'SECRET', region: 'eu-west-1', service: 's3' };
/** Objects of one page of a listing, so that tests follow its pages. */
const PAGE = 2;

/**
 * A bucket in memory that implements the used part of the protocol: it accepts only requests signed with the one key,
 * and only bytes with the signed hash.
 */
export async function startBucket(): Promise<Bucket> {
  const objects = new Map<string, Buffer>();
  const server = createServer((request, response) => void answer(objects, request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `s3+http://KEY:SECRET@127.0.0.1:${port}/bucket`,
    region: KEY.region,
    objects,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function answer(objects: Map<string, Buffer>, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '', `http://${request.headers.host}`);
  const body = await buffer(request);
  const fault = await faultOf(request, url, body);
  if (fault !== null) return void response.writeHead(403).end(`<Code>${fault}</Code>`);
  const name = url.pathname.replace('/bucket/', '');
  if (request.method === 'PUT') {
    objects.set(name, body);
    return void response.end();
  }
  if (request.method === 'DELETE') {
    objects.delete(name);
    return void response.writeHead(204).end();
  }
  if (url.searchParams.get('list-type') === '2') return void response.end(list(objects, url.searchParams));
  const found = objects.get(name);
  return void (found ? response.end(found) : response.writeHead(404).end('<Code>NoSuchKey</Code>'));
}

async function faultOf(request: IncomingMessage, url: URL, body: Buffer): Promise<string | null> {
  const given = (name: string) => String(request.headers[name] ?? '');
  const signed = /SignedHeaders=([^,]+)/.exec(given('authorization'))?.[1]?.split(';') ?? [];
  const headers = Object.fromEntries(signed.filter((name) => name !== 'host').map((name) => [name, given(name)]));
  const datetime = given('x-amz-date');
  const signer = new AwsV4Signer({ ...KEY, url: url.href, method: request.method, headers, datetime });
  const expected = (await signer.sign()).headers.get('authorization');
  if (expected !== given('authorization')) return 'SignatureDoesNotMatch';
  const hash = createHash('sha256').update(body).digest('hex');
  return request.method === 'PUT' && hash !== given('x-amz-content-sha256') ? 'XAmzContentSHA256Mismatch' : null;
}

function list(objects: Map<string, Buffer>, query: URLSearchParams): string {
  const keys = [...objects.keys()].filter((key) => key.startsWith(query.get('prefix') ?? '')).toSorted();
  const from = Number(query.get('continuation-token') ?? 0);
  const items = keys.slice(from, from + PAGE).map((key) => {
    const size = objects.get(key)?.length ?? 0;
    return `<Contents><Key>${key}</Key><LastModified>2026-01-02T03:04:05.000Z</LastModified><Size>${size}</Size></Contents>`;
  });
  const more = from + PAGE < keys.length ? `<NextContinuationToken>${from + PAGE}</NextContinuationToken>` : '';
  return `<?xml version="1.0"?><ListBucketResult>${items.join('')}${more}</ListBucketResult>`;
}
