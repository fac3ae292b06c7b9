import { createHash } from 'node:crypto';
import { AwsClient } from 'aws4fetch';
import { StartError } from '../errors.ts';
import type { S3Address } from '../files/s3-blobs.ts';
import { reasonOf } from '../fault.ts';
import type { BackupTarget } from './backup-target.ts';

/** Timeout of one request. Objects are small, so a slower reply means that the bucket is unreachable. */
const WITHIN_MS = 120_000;
const RETRIES = 3;

/** Backups in a bucket of an S3-compatible server, which verifies the hash of each object that it receives. */
export function s3Target({ base, region, accessKeyId, secretAccessKey }: S3Address): BackupTarget {
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: RETRIES });
  const { origin, pathname } = new URL(base);
  const [, bucket = '', ...folders] = pathname.split('/');
  const before = folders.map((folder) => `${folder}/`).join('');
  const request = async (url: string, init: RequestInit & { method: string }): Promise<Response> => {
    const reply = await client
      .fetch(url, { ...init, signal: AbortSignal.timeout(WITHIN_MS) })
      .catch((cause: unknown) => {
        const reason = cause instanceof Error && cause.cause !== undefined ? reasonOf(cause.cause) : reasonOf(cause);
        throw new StartError(`The target ${base} cannot be reached: ${reason}`, { cause });
      });
    if (reply.ok || (reply.status === 404 && init.method !== 'PUT')) return reply;
    const body = (await reply.text()).slice(0, 300);
    throw new StartError(`The target ${base} replied ${reply.status} to ${init.method}: ${body}`);
  };
  const at = (name: string) => `${base}/${name}`;
  return {
    name: base,
    put: async (name, bytes) => {
      const hash = createHash('sha256').update(bytes).digest('hex');
      const headers = { 'x-amz-content-sha256': hash, 'content-type': 'application/octet-stream' };
      await (await request(at(name), { method: 'PUT', body: new Uint8Array(bytes), headers })).arrayBuffer();
    },
    get: async (name) => {
      const reply = await request(at(name), { method: 'GET' });
      const bytes = Buffer.from(await reply.arrayBuffer());
      return reply.ok ? bytes : null;
    },
    list: async function* list(prefix) {
      for (let next: string | null = ''; next !== null;) {
        const query: URLSearchParams = new URLSearchParams({ 'list-type': '2', prefix: `${before}${prefix}` });
        if (next !== '') query.set('continuation-token', next);
        const reply = await request(`${origin}/${bucket}?${query.toString()}`, { method: 'GET' });
        const text: string = await reply.text();
        if (!reply.ok) throw new StartError(`The target ${base} has no such bucket.`);
        for (const [, object = ''] of text.matchAll(/<Contents>([^]*?)<\/Contents>/g)) {
          const name = element(object, 'Key')?.slice(before.length) ?? '';
          const storedAt = new Date(element(object, 'LastModified') ?? Number.NaN);
          yield { name, bytes: Number(element(object, 'Size')), storedAt };
        }
        next = element(text, 'NextContinuationToken');
      }
    },
    remove: async (name) => {
      await (await request(at(name), { method: 'DELETE' })).arrayBuffer();
    },
  };
}

/** The text of the first element of this name: S3 listings have no attributes, and our names nothing to decode. */
const element = (xml: string, name: string): string | null =>
  new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1]?.replaceAll('&amp;', '&') ?? null;
