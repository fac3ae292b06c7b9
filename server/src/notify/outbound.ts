import { englishOf, fault, type Fault, type FaultLike, type PlainCode, toFault } from '@milepost/contract/fault';
import { connectionFault } from '../connection-fault.ts';
import { lookup as resolve } from 'node:dns';
import { request as requestHttp, type RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from './public-address.ts';

/** Defines which addresses entered by people this server may send requests to. */
export interface OutboundPolicy {
  /** True also allows http, private networks and this machine. */
  privateNetworks: boolean;
}

export interface OutboundRequest {
  method: 'GET' | 'POST';
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string | Uint8Array;
  signal?: AbortSignal;
}

/** For the whole request, including name resolution and connection. */
export const TIMEOUT_MS = 10_000;

/** The request failed; the fault explains the reason to the person who configured the address. */
export class OutboundError extends Error {
  readonly fault: Fault;
  constructor(given: FaultLike, options?: ErrorOptions) {
    const why = toFault(given);
    super(englishOf(why), options);
    this.name = 'OutboundError';
    this.fault = why;
  }
}

/**
 * Calls an address that a person entered. It must be https and on the public internet. The resolved address is checked
 * again when connecting, so DNS rebinding has no effect. Redirects are not followed; only the status of the response is
 * read.
 * @returns the HTTP status
 * @throws OutboundError when no response came within `timeoutMs`, or the address is refused
 */
export async function requestOut(
  request: OutboundRequest,
  policy: OutboundPolicy,
  timeoutMs: number = TIMEOUT_MS,
): Promise<number> {
  const refusal = refusedUrl(request.url, policy);
  if (refusal !== null) throw new OutboundError(refusal);
  const late = AbortSignal.timeout(timeoutMs);
  const signal = request.signal ? AbortSignal.any([request.signal, late]) : late;
  try {
    return await send(request, policy, signal);
  } catch (error) {
    if (late.aborted) throw new OutboundError(fault('no-answer', { wait: timeoutMs / 1000 }), { cause: error });
    if (error instanceof OutboundError) throw error;
    throw new OutboundError(connectionFault(error), { cause: error });
  }
}

/** The same as a POST request. */
export const postOut = (
  request: Omit<OutboundRequest, 'method'>,
  policy: OutboundPolicy,
  timeoutMs?: number,
): Promise<number> => requestOut({ ...request, method: 'POST' }, policy, timeoutMs);

/** The reason why this URL is refused, without resolving its host name; null when it may be tried. */
export function refusedUrl(text: string, { privateNetworks }: OutboundPolicy): PlainCode | null {
  if (!URL.canParse(text)) return 'address-unreadable';
  const url = new URL(text);
  if (url.protocol !== 'https:' && !(privateNetworks && url.protocol === 'http:')) return 'address-https';
  if (url.username !== '' || url.password !== '') return 'address-password';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (!privateNetworks && isIP(host) !== 0 && !isPublicAddress(host)) return NOT_PUBLIC;
  return null;
}

const NOT_PUBLIC = 'address-private';

/** Resolves to public addresses only. Used by the connection itself, so the address checked is the one connected to. */
const publicLookup: LookupFunction = (hostname, options, callback) => {
  resolve(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, '');
    const allowed = addresses.filter(({ address }) => isPublicAddress(address));
    const first = allowed[0];
    // A name with public and private addresses is either an attack or refers to a network that is not ours to enter.
    if (!first || allowed.length < addresses.length) return callback(new OutboundError(NOT_PUBLIC), '');
    if (options.all) return callback(null, allowed);
    return callback(null, first.address, first.family);
  });
};

function send(
  { method, url, headers, body }: OutboundRequest,
  policy: OutboundPolicy,
  signal: AbortSignal,
): Promise<number> {
  const options: RequestOptions = {
    method,
    headers: { ...headers, 'content-length': Buffer.byteLength(body), 'user-agent': 'Milepost', connection: 'close' },
    // No connection reuse, since an open connection may have been made under another policy.
    agent: false,
    signal,
    ...(!policy.privateNetworks && { lookup: publicLookup }),
  };
  return new Promise((done, failed) => {
    const request = (url.startsWith('https:') ? requestHttps : requestHttp)(url, options, (answer) => {
      done(answer.statusCode ?? 0);
      answer.on('error', () => {});
      answer.destroy();
    });
    request.on('error', failed);
    request.end(body);
  });
}
