import type { Decoded, HttpProtocol, Protocol, StreamProtocol } from './types.ts';

/** The number of a device's first bytes that are examined. */
export const RECOGNISED_BYTES = 2048;
const MAX_FRAMES = 8;
const MAX_IDENTITIES = 3;
/** A protocol that decodes less than this share of the bytes does so by chance. */
const MIN_SHARE = 0.5;
const OLDEST_FIX = Date.UTC(2000, 0, 1);
const DAY_MS = 86_400_000;
/** Strengths of evidence in a reading, the strongest first. */
const PLACE = 3;
const LOGIN = 2;
const STATUS = 1;

/** How well a protocol decodes the bytes. */
interface Reading {
  name: string;
  /** Share of the bytes in frames with content: 0 to 1. */
  share: number;
  /** How unlikely this result is for bytes of another protocol. */
  proof: number;
  /** Whether its decoder recognises fields by their format, so that it also reads texts of other protocols. */
  isLoose: boolean;
}

/**
 * Returns the protocols that match the first bytes of a connection, or a datagram: the best first and at most three;
 * empty if no protocol can decode them. Several are returned only if they decode the bytes equally well, as related
 * ones do. Costs about as much as decoding the bytes once in each protocol. Never throws.
 *
 * @param bytes cut after `RECOGNISED_BYTES`
 * @param receivedAt UTC; a fix more than a day later does not count
 */
export function recognise(bytes: Uint8Array, protocols: readonly Protocol[], receivedAt: Date): string[] {
  const head = bytes.subarray(0, RECOGNISED_BYTES);
  const readings = protocols
    .map((protocol) =>
      protocol.kind === 'http' ? readRequest(protocol, head, receivedAt) : readStream(protocol, head, receivedAt),
    )
    .filter(({ share, proof }) => share >= MIN_SHARE && proof > 0);
  const best = readings.toSorted(
    (a, b) => b.proof - a.proof || Number(a.isLoose) - Number(b.isLoose) || b.share - a.share,
  );
  const [first] = best;
  return best
    .filter(({ proof, share }) => proof === first?.proof && share > (first?.share ?? 1) - 0.1)
    .slice(0, MAX_IDENTITIES)
    .map(({ name }) => name);
}

/**
 * A protocol that cuts a stream into frames knows where they begin and end; only one without streams reads all bytes as
 * one.
 */
function readStream(protocol: StreamProtocol, head: Uint8Array, receivedAt: Date): Reading {
  const isStream = protocol.transports.includes('tcp');
  const frames = isStream ? protocol.newFramer().push(head).slice(0, MAX_FRAMES) : [head];
  const decoder = protocol.newDecoder(isStream ? 'tcp' : 'udp');
  let telling = 0;
  let proof = 0;
  for (const frame of frames) {
    const decoded = decoder.decode(frame);
    if (decoded.fault !== undefined) continue;
    telling += frame.length;
    proof = Math.max(proof, proofOf(decoded, receivedAt));
  }
  const share = head.length === 0 ? 0 : telling / head.length;
  return { name: protocol.name, share, proof, isLoose: protocol.takesLayouts === true };
}

/** Any text may contain a number; a position with a plausible time is no coincidence. */
function proofOf({ identities, messages }: Decoded, receivedAt: Date): number {
  const isPlaced = messages.some(({ fix }) => {
    const time = fix?.time.getTime() ?? 0;
    return time > OLDEST_FIX && time < receivedAt.getTime() + DAY_MS;
  });
  if (isPlaced) return PLACE;
  const hasIdentity = identities.some((identity) => /^\d{10,16}$/.test(identity));
  if (hasIdentity && messages.some(({ kind }) => kind === 'login')) return LOGIN;
  const isMeaningful = messages.some(({ kind, attributes }) => kind !== 'login' && Object.keys(attributes).length > 0);
  return isMeaningful ? STATUS : 0;
}

const REQUEST_LINE = /^(GET|POST|PUT|HEAD) (\/\S*) HTTP\/1/;
const END_OF_HEADERS = '\r\n\r\n';

function headersOf(lines: readonly string[]): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const colon = line.indexOf(':');
    if (colon > 0) headers[line.slice(0, colon).toLowerCase()] = line.slice(colon + 1).trim();
  }
  return headers;
}

/**
 * A request is recognised by its first line; one that no HTTP protocol can decode may be of any of them. Some protocols
 * can read the sender but not the content: only a position is decisive.
 */
function readRequest(protocol: HttpProtocol, head: Uint8Array, receivedAt: Date): Reading {
  const text = new TextDecoder().decode(head);
  const request = REQUEST_LINE.exec(text);
  if (request === null) return { name: protocol.name, share: 0, proof: 0, isLoose: false };
  const [, method = '', url = ''] = request;
  const end = text.indexOf(END_OF_HEADERS);
  const headers = headersOf((end < 0 ? text : text.slice(0, end)).split('\r\n').slice(1));
  const body = end < 0 ? '' : text.slice(end + END_OF_HEADERS.length);
  const { fault, messages } = protocol.decode({ method, url, headers, body }, receivedAt);
  const isPlaced = messages.some(({ fix }) => fix !== null);
  const proof = fault !== undefined ? STATUS : isPlaced ? PLACE : LOGIN;
  return { name: protocol.name, share: 1, proof, isLoose: false };
}
