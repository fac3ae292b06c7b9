import type { Knock } from '@milepost/contract/device-routes';
import type { Decoded, Message } from '@milepost/protocols/types';

const MAX_SHOWN = 2000;

/** A frame for people: its text where it is one, else its bytes in hex; cut after 2,000 characters. */
export function frameText(frame: Uint8Array | string): NonNullable<Knock['lastFrame']> {
  if (typeof frame === 'string') return { kind: 'text', data: frame.slice(0, MAX_SHOWN) };
  const printable = frame.length > 0 && frame.every((byte) => (byte >= 32 && byte < 127) || byte === 10 || byte === 13);
  const bytes = Buffer.from(frame.buffer, frame.byteOffset, Math.min(frame.length, MAX_SHOWN));
  return printable
    ? { kind: 'text', data: bytes.toString('latin1') }
    : { kind: 'hex', data: bytes.toString('hex').slice(0, MAX_SHOWN) };
}

/** What a frame says, in one line and in full. */
export function describe(decoded: Pick<Decoded, 'messages' | 'identities' | 'fault'>): NonNullable<Knock['decoded']> {
  return {
    summary: decoded.fault ?? (summaryOf(decoded.messages) || `login ${decoded.identities[0] ?? ''}`.trim()),
    fault: decoded.fault ?? null,
    messages: decoded.messages.slice(0, 20).map((message) => plain(message)),
  };
}

function summaryOf(messages: readonly Message[]): string {
  const fixes = messages.filter((message) => message.fix);
  const last = fixes.at(-1)?.fix;
  if (last) {
    const place = `${last.lat.toFixed(5)}, ${last.lon.toFixed(5)} · ${Math.round(last.speedKph)} km/h`;
    return fixes.length > 1 ? `${fixes.length} positions, last ${place}` : `position ${place}`;
  }
  return messages.map((message) => message.text ?? message.kind).join(', ');
}

function plain(message: Message): Record<string, unknown> {
  return {
    kind: message.kind,
    ...(message.deviceTime && { deviceTime: message.deviceTime.toISOString() }),
    ...(message.fix && { fix: { ...message.fix, time: message.fix.time.toISOString() } }),
    ...(message.text !== undefined && { text: message.text }),
    attributes: message.attributes,
  };
}
