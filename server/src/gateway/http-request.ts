import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { RefusalReason } from '@milepost/contract/device-operations';
import type { HttpProtocol } from '@milepost/protocols/types';
import { normalIdentity } from '../store/devices/identity.ts';
import { frameWeight } from './budgets.ts';
import type { Lease } from './byte-budget.ts';
import type { ConnectionSlot } from './connection-count.ts';
import type { Admitted, ReportSender } from './device-admission.ts';
import { takeSecret } from './device-secret.ts';
import type { SessionServices } from './device-session.ts';
import type { HttpSpeaker } from './http-speaker.ts';
import { type DeviceRates, frameCount } from './limits.ts';
import { maskSecret, maskSecrets } from './mask-secrets.ts';
import { ownIdentities } from './own-identities.ts';
import type { RequestListeners } from './request-listeners.ts';
import type { UnknownDeviceRate } from './unknown-device-rate.ts';

/** A phone whose request is not stored by then gets 503 and sends it again. */
const STORE_TIMEOUT_MS = 30_000;

/** The memory of a waiting request, which is counted in addition to its bytes when it is refused. */
export const REQUEST_BYTES = 4096;

export const RETRY_LATER_HEADERS = { 'Retry-After': '10' };
export const CLOSE_HEADERS = { Connection: 'close' };

/** One request, and the connection that it arrived on. */
export interface RequestOptions extends SessionServices {
  protocol: HttpProtocol;
  rates: DeviceRates;
  unknownDevices: UnknownDeviceRate;
  from: string;
  /** The lease for the body. */
  unread: Lease;
  slot: ConnectionSlot;
  speaker: HttpSpeaker;
  listeners: RequestListeners;
}

export async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  options: RequestOptions,
): Promise<void> {
  const { protocol, ingest, admission, contacts, metrics, rates, from, unread, refusals, listeners } = options;
  const receivedAt = Date.now();
  const refuse = (reason: RefusalReason, status: number, text: string, headers?: Record<string, string>) => {
    refusals.add(protocol.name, reason);
    answer(response, status, text, headers);
  };
  const body = await readBody(request, protocol.maxFrameBytes, unread);
  if (body === 'too-large') return refuse(body, 413, 'The request is too large.', CLOSE_HEADERS);
  if (body === 'memory')
    return refuse(body, 503, 'Busy, send again later.', { ...CLOSE_HEADERS, ...RETRY_LATER_HEADERS });
  const { url, secret } = takeSecret(request.url ?? '/', request.headers.authorization);
  const frame = {
    method: request.method ?? 'GET',
    url: maskSecrets(url),
    headers: plainHeaders(request),
    body: maskSecrets(body.text),
  };
  const size = frame.url.length + unread.bytes;
  const address = request.socket.remoteAddress ?? 'unknown';
  const described = options.json.from({ carrier: 'http', address, network: from });
  let decoded = protocol.decode(frame, new Date(receivedAt), described);
  metrics.frame(protocol.name, decoded);

  /** The device's own secret must not be displayed or stored, wherever it appears. */
  const hideSecret = () => {
    const hash = options.directory.remembered(decoded.identities)?.guard?.secretHash;
    if (!hash) return;
    const [hidden, hiddenBody] = [maskSecret(frame.url, hash), maskSecret(frame.body, hash)];
    if (hidden === frame.url && hiddenBody === frame.body) return;
    frame.url = hidden;
    frame.body = hiddenBody;
    decoded = protocol.decode(frame, new Date(receivedAt), described);
  };
  const note = () => entry.frame(`${frame.method} ${frame.url}${frame.body && `\n${frame.body}`}`, decoded, receivedAt);

  /** Refuses a request. The more refusals a network causes, the later they are sent. */
  const reject = async (status: number, text: string, headers?: Record<string, string>) => {
    const waitMs = options.unknownDevices.wait(from, size + REQUEST_BYTES, Date.now());
    if (waitMs === null) {
      refusals.add(protocol.name, 'strangers');
      request.socket.destroy();
      return;
    }
    if (waitMs > 0) await delay(waitMs, undefined, { ref: false });
    answer(response, status, text, headers);
  };

  /** Sends the same reply to all, stored or not, after a random delay. */
  const putOff = async () => {
    // Counted for known devices as well, and without a delay: either difference would reveal them.
    options.unknownDevices.wait(from, size + REQUEST_BYTES, Date.now());
    await waitRandomDelay();
    answer(response, 503, 'Too many unknown devices report from your network: send this again later.', QUIET_LATER);
  };

  const entry = contacts.open(protocol.name, 'http', address);
  try {
    const identities = ownIdentities(decoded.identities);
    entry.identify(identities[0] ?? null);
    const name = normalIdentity(identities[0] ?? '');
    const wasDisclosed = options.speaker.wasDisclosed(name);
    const visitor: ReportSender = { address, network: from, connection: null, secret, wasConfirmed: wasDisclosed };
    if (decoded.fault !== undefined) {
      note();
      return await reject(400, decoded.fault);
    }
    // The reply is the same for everybody, so it does not reveal whether the identity is known.
    if (decoded.unknownType !== undefined && decoded.messages.length === 0) {
      note();
      return await reject(decoded.reply.status, decoded.reply.body);
    }
    const { device, answer: outcome } = await identify(admission, visitor, identities, protocol.name).finally(() => {
      hideSecret();
      note();
    });
    entry.setDevice(device);
    const isDisclosed = device !== null && outcome === 'true';
    options.speaker.identify(name, isDisclosed);
    options.slot.received(isDisclosed ? 'known' : 'unknown');
    const tooFast = () => {
      refusals.add(protocol.name, 'too-fast');
      return reject(429, 'Too fast.', { 'Retry-After': '1' });
    };
    if (outcome === 'limited') {
      refusals.add(protocol.name, 'guessing');
      return await reject(429, 'Too many unknown identities came from your network: send again later.', MUCH_LATER);
    }
    if (!device && outcome === 'true') {
      return await reject(404, 'This device is not known here yet: adopt it under "Connect a device".');
    }
    // While somebody probes, a device's backlog must not be observable, since an unknown device has none.
    const isCrowded = isDisclosed && ingest.crowded(device.deviceId);
    // The time that storing takes must not be observable either.
    const frames = isDisclosed ? 1 : decoded.messages.length;
    if (!rates.allow(device?.deviceId ?? name, receivedAt, frameCount(frames, size)) || isCrowded)
      return await tooFast();
    if (ingest.full()) return refuse('busy', 503, 'Busy, send again later.', RETRY_LATER_HEADERS);
    if (!device) {
      refusals.add(protocol.name, 'guessing');
      return await putOff();
    }
    admission.received(device, visitor, receivedAt);
    const { deviceId } = device;
    const { messages } = decoded;
    const bytes = frameWeight(size, messages.length);
    const report = { deviceId, protocol: protocol.name, messages, bytes, receivedAt };
    const store = (onStored: () => void) => ingest.submit({ ...report, onStored });
    if (!isDisclosed) {
      store(() => undefined);
      return await putOff();
    }
    if (!(await isStored(store)))
      return answer(response, 503, 'Not stored yet, send again later.', RETRY_LATER_HEADERS);
    const isOpen = () => !response.destroyed;
    const withCommand = decoded.acceptsCommands
      ? await listeners.takeCommand(deviceId, protocol, messages, isOpen)
      : null;
    const { status, body: text } = withCommand ?? decoded.reply;
    answer(response, status, text);
  } finally {
    entry.close();
  }
}

const MUCH_LATER = { 'Retry-After': '60' };
/** Short enough that a fleet resumes soon after the probing ends, and long enough that its retries are no flood. */
const QUIET_LATER = { 'Retry-After': '30' };

/** Resolves to whether the report was stored in time. */
const isStored = (store: (onStored: () => void) => void): Promise<boolean> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), STORE_TIMEOUT_MS);
    store(() => {
      clearTimeout(timer);
      resolve(true);
    });
  });

async function identify(
  admission: SessionServices['admission'],
  visitor: ReportSender,
  identities: readonly string[],
  protocol: string,
): Promise<Admitted> {
  const remembered = admission.remembered(visitor, identities);
  return remembered === undefined ? admission.lookUp(visitor, identities, protocol) : remembered;
}

async function readBody(
  request: IncomingMessage,
  limit: number,
  unread: Lease,
): Promise<{ text: string } | 'too-large' | 'memory'> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > limit) return 'too-large';
    if (!unread.set(size)) return 'memory';
    chunks.push(chunk);
  }
  return { text: Buffer.concat(chunks).toString('utf8') };
}

function plainHeaders(request: IncomingMessage): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]),
  );
}

export function answer(
  response: ServerResponse,
  status: number,
  body: string,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', ...headers });
  response.end(body);
}

/** A report is usually stored by then, so the reply time does not depend on whether it was stored. */
const SHORTEST_MS = 150;
const LONGEST_MS = 250;

/** Resolves after a random delay, so that the reply time does not reveal what was done meanwhile. */
const waitRandomDelay = (): Promise<void> =>
  delay(SHORTEST_MS + Math.random() * (LONGEST_MS - SHORTEST_MS), undefined, { ref: false });
