import { openAsBlob } from 'node:fs';
import { Readable } from 'node:stream';
import { AwsClient } from 'aws4fetch';
import { type BlobStore, isBlobHash } from './blob-store.ts';

/** The time limit of a request without a body; a body may take as long as it flows. */
const ANSWER_WITHIN_MS = 30_000;
const PUT_WITHIN_MS = 600_000;
const RETRIES = 3;

export interface S3Address {
  /** `https://host/bucket`, path-style, with a prefix if there is one; without a trailing slash. */
  base: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/**
 * Parses `https://KEY:SECRET@host/bucket/prefix?region=eu-west-1`. Key and secret are percent-encoded where necessary;
 * null when a part is missing.
 */
export function parseS3Address(text: string): S3Address | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  const base = `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
  if (!/^https?:$/.test(url.protocol) || url.pathname.length < 2 || !url.username || !url.password) return null;
  return {
    base,
    region: url.searchParams.get('region') ?? 'us-east-1',
    accessKeyId: decodeURIComponent(url.username),
    secretAccessKey: decodeURIComponent(url.password),
  };
}

/** Blobs in a bucket of an S3-compatible server, which verifies the hash of each one that it receives. */
export function s3Blobs({ base, region, accessKeyId, secretAccessKey }: S3Address): BlobStore {
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: RETRIES });
  const at = (hash: string) => {
    if (!isBlobHash(hash)) throw new Error('not the hash of a blob');
    return `${base}/${hash.slice(0, 2)}/${hash}`;
  };
  const [, bucket = '', ...folders] = new URL(base).pathname.split('/');
  const prefix = folders.map((folder) => `${folder}/`).join('');
  const request = async (url: string, init: RequestInit & { method: string }, within = ANSWER_WITHIN_MS) => {
    const reply = await client.fetch(url, { ...init, signal: AbortSignal.timeout(within) });
    if (reply.ok || reply.status === 404) return reply;
    const body = (await reply.text()).slice(0, 300);
    throw new Error(`the file store replied ${reply.status} to ${init.method}: ${body}`);
  };
  return {
    put: async (hash, from) => {
      const body = await openAsBlob(from);
      const headers = { 'x-amz-content-sha256': hash, 'content-type': 'application/octet-stream' };
      const reply = await request(at(hash), { method: 'PUT', body, headers }, PUT_WITHIN_MS);
      if (!reply.ok) throw new Error('the file store has no such bucket');
    },
    has: async (hash) => (await request(at(hash), { method: 'HEAD' })).ok,
    read: async (hash, span) => {
      const headers = span ? { range: `bytes=${span.start}-${span.end}` } : undefined;
      // Only until the response begins: a clip is read for as long as somebody watches it.
      const waiting = new AbortController();
      const timer = setTimeout(() => waiting.abort(), ANSWER_WITHIN_MS);
      const reply = await client.fetch(at(hash), {
        method: 'GET',
        ...(headers && { headers }),
        signal: waiting.signal,
      });
      clearTimeout(timer);
      if (reply.ok && reply.body) return Readable.fromWeb(reply.body);
      await reply.body?.cancel();
      if (reply.status === 404) return null;
      throw new Error(`the file store replied ${reply.status} to GET`);
    },
    remove: async (hash) => {
      await request(at(hash), { method: 'DELETE' });
    },
    list: async function* list() {
      for (let next: string | null = ''; next !== null;) {
        const query: URLSearchParams = new URLSearchParams({ 'list-type': '2', prefix });
        if (next !== '') query.set('continuation-token', next);
        const reply = await request(`${new URL(base).origin}/${bucket}?${query.toString()}`, { method: 'GET' });
        const text: string = await reply.text();
        for (const [, object = ''] of text.matchAll(/<Contents>([^]*?)<\/Contents>/g)) {
          const hash = element(object, 'Key')?.slice(-64) ?? '';
          if (isBlobHash(hash)) yield { hash, storedAt: new Date(element(object, 'LastModified') ?? Number.NaN) };
        }
        next = element(text, 'NextContinuationToken');
      }
    },
  };
}

/** The text of the first element of this name: S3 listings have no attributes, and our keys nothing to decode. */
const element = (xml: string, name: string): string | null =>
  new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1]?.replaceAll('&amp;', '&') ?? null;
