import type { DeviceContact } from '@milepost/contract/device-operations';
import type { Attributes, Decoded, Message } from '@milepost/protocols/types';

const MAX_SHOWN = 2000;
const MAX_MESSAGES = 20;
/** Characters of the attributes of all messages together, and of each string. */
const MAX_CHARACTERS = 6000;
const MAX_TEXT = 200;
const MAX_LIST = 16;
/** Characters of the one-line summary of a frame. */
const MAX_SUMMARY = 2000;

/** A frame for display: as text where it is text, otherwise its bytes in hex; cut after 2,000 characters. */
export function frameText(frame: Uint8Array | string): NonNullable<DeviceContact['lastFrame']> {
  if (typeof frame === 'string') return { kind: 'text', data: frame.slice(0, MAX_SHOWN) };
  const printable = frame.length > 0 && frame.every((byte) => (byte >= 32 && byte < 127) || byte === 10 || byte === 13);
  const bytes = Buffer.from(frame.buffer, frame.byteOffset, Math.min(frame.length, MAX_SHOWN));
  return printable
    ? { kind: 'text', data: bytes.toString('latin1') }
    : { kind: 'hex', data: bytes.toString('hex').slice(0, MAX_SHOWN) };
}

/** Describes the content of a frame, in one line and in full. */
export function describe(
  decoded: Pick<Decoded, 'messages' | 'identities' | 'fault' | 'unknownType'>,
): NonNullable<DeviceContact['decoded']> {
  const unknown = decoded.unknownType === undefined ? '' : unknownOf(decoded.unknownType);
  const summarised = decoded.messages.length > 0 || !unknown ? summaryOf(decoded.messages) : '';
  const line = [summarised, unknown].filter(Boolean).join('; ');
  const summary = decoded.fault ?? (line || `login ${decoded.identities[0] ?? ''}`.trim());
  const room = { characters: MAX_CHARACTERS };
  const messages = decoded.messages.slice(0, MAX_MESSAGES).map((message) => plain(message, room));
  return { summary: cut(summary, MAX_SUMMARY), fault: decoded.fault ?? null, messages };
}

const unknownOf = (type: string): string =>
  type === 'encrypted' ? 'an encrypted message: clear the encryption key in the app' : `unknown message type ${type}`;

/** Copied, because a substring would keep the whole string in memory. */
const cut = (text: string, most: number) =>
  text.length > most ? Buffer.from(`${text.slice(0, most)}…`).toString() : text;

/** The attributes that fit into the remaining room, which they consume. */
function firstOf(attributes: Attributes, room: { characters: number }): Record<string, unknown> {
  const first: Record<string, unknown> = {};
  for (const name in attributes) {
    if (room.characters <= 0) break;
    const value = attributes[name];
    if (typeof value === 'string') first[name] = cut(value, MAX_TEXT);
    else first[name] = Array.isArray(value) ? value.slice(0, MAX_LIST).map((one) => cut(String(one), MAX_TEXT)) : value;
    room.characters -= name.length + String(first[name]).length;
  }
  return first;
}

function summaryOf(messages: readonly Message[]): string {
  const fixes = messages.filter((message) => message.fix);
  const last = fixes.at(-1)?.fix;
  if (last) {
    const place = `${last.lat.toFixed(5)}, ${last.lon.toFixed(5)} · ${Math.round(last.speedKph)} km/h`;
    return fixes.length > 1 ? `${fixes.length} positions, last ${place}` : `position ${place}`;
  }
  const counts = new Map<string, number>();
  for (const { text, kind } of messages) counts.set(text ?? kind, (counts.get(text ?? kind) ?? 0) + 1);
  return [...counts].map(([what, count]) => (count > 1 ? `${count} × ${what}` : what)).join(', ');
}

function plain(message: Message, room: { characters: number }): Record<string, unknown> {
  return {
    kind: message.kind,
    ...(message.deviceTime && { deviceTime: message.deviceTime.toISOString() }),
    ...(message.fix && { fix: { ...message.fix, time: message.fix.time.toISOString() } }),
    ...(message.text !== undefined && { text: cut(message.text, MAX_SHOWN) }),
    attributes: firstOf(message.attributes, room),
  };
}
