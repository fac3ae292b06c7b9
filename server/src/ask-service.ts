/** A third-party service failed or sent an invalid response. */
export class ServiceFault extends Error {
  /** The back-off that it requested, if any. */
  readonly restMs: number | null;

  constructor(message: string, restMs: number | null = null, options?: ErrorOptions) {
    super(message, options);
    this.restMs = restMs;
  }
}

/** Public services require an identification of the caller. */
export const userAgentOf = (publicUrl: string | null): string => (publicUrl ? `Milepost (${publicUrl})` : 'Milepost');

interface Question {
  userAgent: string;
  /** Aborts the request. */
  ends?: AbortSignal | undefined;
  /** JSON to post; a GET request when omitted. */
  body?: unknown;
  maxBytes: number;
  withinMs: number;
}

/** A URL below that of a service, with the service's own parameters (a key) and further ones. */
export function addressBelow(service: string, path: string, params: Readonly<Record<string, string>>): URL {
  const address = new URL(service);
  address.pathname = `${address.pathname.replace(/\/+$/, '')}/${path}`;
  for (const [name, value] of Object.entries(params)) address.searchParams.set(name, value);
  return address;
}

/**
 * The response of a service, validated by a schema.
 * @throws ServiceFault when it does not respond, or not in this form
 */
export async function askService<Answer>(
  address: URL,
  schema: { parse(value: unknown): Answer },
  question: Question,
): Promise<Answer> {
  try {
    return schema.parse(JSON.parse(await fetchText(address, question)));
  } catch (error) {
    if (error instanceof ServiceFault) throw error;
    throw new ServiceFault('its answer cannot be read', null, { cause: error });
  }
}

async function fetchText(address: URL, { userAgent, ends, body, maxBytes, withinMs }: Question): Promise<string> {
  let reply: Response;
  try {
    const signal = AbortSignal.any([AbortSignal.timeout(withinMs), ...(ends ? [ends] : [])]);
    reply = await fetch(address, {
      headers: { 'user-agent': userAgent, ...(body !== undefined && { 'content-type': 'application/json' }) },
      signal,
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    });
  } catch (error) {
    throw new ServiceFault('it cannot be reached, or does not answer in time', null, { cause: error });
  }
  if (!reply.ok) {
    await reply.body?.cancel();
    throw new ServiceFault(`it answered ${reply.status}`, retryAfterMs(reply.headers.get('retry-after')));
  }
  return readBounded(reply, maxBytes);
}

/** A hostile or broken service must not fill the memory. */
async function readBounded(reply: Response, maxBytes: number): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of reply.body ?? []) {
    bytes += part.byteLength;
    if (bytes > maxBytes) throw new ServiceFault('its answer is too long');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

/** Seconds, or a date (RFC 9110, section 10.2.3). */
function retryAfterMs(header: string | null): number | null {
  if (header === null) return null;
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isFinite(ms) && ms > 0 ? ms : null;
}
