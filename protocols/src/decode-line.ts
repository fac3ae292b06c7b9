/** Decodes one line of the decode tool: a captured frame in, its content out. Pure. */
import { fromHex } from './tools/bytes.ts';
import type { Attributes, Decoded, HttpDecoded, HttpFrame, Message, Protocol } from './types.ts';

export interface LinePosition {
  /** UTC; null if the message has no fix of its own. */
  fixTime: string | null;
  valid: boolean;
  latitude: number;
  longitude: number;
  altitudeM: number | null;
  speedKph: number;
  courseDeg: number;
  attributes: Attributes;
}

/**
 * `replies`: the device's text replies to commands. `unknownType`: the type of a message that is not read. `warning`:
 * why a live connection would reject the frame anyway. Each is omitted if empty.
 */
export type LineAnswer =
  | { deviceIds: string[]; positions: LinePosition[]; replies?: string[]; unknownType?: string; warning?: string }
  | { error: string };

function positionOf({ fix, attributes }: Message): LinePosition {
  if (fix === null) {
    return {
      fixTime: null,
      valid: false,
      latitude: 0,
      longitude: 0,
      altitudeM: null,
      speedKph: 0,
      courseDeg: 0,
      attributes,
    };
  }
  const { time, valid, lat, lon, altitudeM, speedKph, courseDeg } = fix;
  return {
    fixTime: time.toISOString(),
    valid,
    latitude: lat,
    longitude: lon,
    altitudeM,
    speedKph,
    courseDeg,
    attributes,
  };
}

function answer(decoded: Decoded | HttpDecoded): LineAnswer {
  if (decoded.fault !== undefined) return { error: decoded.fault };
  const reported = decoded.messages.filter(({ kind }) => kind !== 'login');
  const positions = reported
    .filter(({ fix, attributes }) => fix !== null || Object.keys(attributes).length > 0)
    .map(positionOf);
  const replies = reported.flatMap(({ text }) => (text === undefined ? [] : [text]));
  return {
    deviceIds: decoded.identities,
    positions,
    ...(replies.length > 0 ? { replies } : {}),
    ...(decoded.unknownType !== undefined && { unknownType: decoded.unknownType }),
  };
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

function httpFrame(data: unknown): HttpFrame | null {
  if (!isRecord(data) || typeof data.url !== 'string') return null;
  const headers: Record<string, string | undefined> = {};
  for (const [name, value] of Object.entries(isRecord(data.headers) ? data.headers : {})) headers[name] = String(value);
  return {
    method: typeof data.method === 'string' ? data.method : 'GET',
    url: data.url,
    headers,
    body: typeof data.body === 'string' ? data.body : '',
  };
}

function bytesOf(kind: unknown, data: unknown): Uint8Array | null {
  if (typeof data !== 'string') return null;
  if (kind === 'text') return new TextEncoder().encode(data);
  return kind === 'hex' ? fromHex(data) : null;
}

/** Decodes one line `{kind, data}` in that protocol; every line counts as a separate device. Never throws. */
export function decodeLine(protocol: Protocol, line: string, receivedAt: Date): LineAnswer {
  let record: unknown;
  try {
    record = JSON.parse(line);
  } catch {
    return { error: line.trim() === '' ? 'the line is empty' : 'the line is not JSON' };
  }
  if (!isRecord(record)) return { error: 'the line is not a JSON object' };
  if (protocol.kind === 'http') {
    const frame = record.kind === 'http' ? httpFrame(record.data) : null;
    if (frame === null)
      return { error: 'an http frame is wanted: {"kind":"http","data":{"method","url","headers","body"}}' };
    return answer(protocol.decode(frame, receivedAt));
  }
  const bytes = bytesOf(record.kind, record.data);
  if (bytes === null) return { error: 'a hex or text frame is wanted: {"kind":"hex","data":"…"}' };
  const live = protocol.newDecoder('tcp').decode(bytes);
  if (live.fault === undefined || protocol.newInspector === undefined) return answer(live);
  const inspected = answer(protocol.newInspector().decode(bytes));
  return 'error' in inspected ? inspected : { ...inspected, warning: live.fault };
}
