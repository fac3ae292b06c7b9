import { NEEDS_MORE_BYTES, newStreamFramer, untilStart } from '../tools/stream-framer.ts';
import type { Framer, StreamProtocol } from '../types.ts';
import { newMqttDecoder } from './decoder.ts';
import { CONNECT, PACKETS } from './packets.ts';

const MAX_FRAME_BYTES = 65_536;

/**
 * OwnTracks in its MQTT mode, and devices whose JSON is described by the user: they connect here as to a broker, and a
 * report is acknowledged when it is stored.
 */
export const mqtt: StreamProtocol = {
  kind: 'stream',
  name: 'mqtt',
  title: 'OwnTracks (MQTT)',
  defaultPort: 1883,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  setup: ({ host, port }) => [
    { step: 'owntracks-mode', value: 'MQTT' },
    { step: 'owntracks-host', value: host },
    { step: 'owntracks-port', value: String(port) },
    { step: 'owntracks-tls', value: 'off' },
  ],
  commands: ['locate', 'text'],
  newFramer: () => newMqttFramer(MAX_FRAME_BYTES),
  newDecoder: (_transport, described) => newMqttDecoder(described?.json),
};

/** The beginning of a CONNECT: type, length, and the name of the protocol with its own length. */
const NAMES = ['\0\x04MQTT', '\0\x06MQIsdp'].map((name) => new TextEncoder().encode(name));
const CONNECT_BYTE = CONNECT << 4;

/**
 * Cuts packets by their fixed header (MQTT 5.0, 2.1). Only a CONNECT can begin a connection. After an invalid byte the
 * next CONNECT is searched for, because lengths are meaningless once one was wrong.
 */
function newMqttFramer(maxFrameBytes: number): Framer {
  let isConnected = false;
  return newStreamFramer(maxFrameBytes, (bytes, at, end) => {
    const first = bytes[at] ?? 0;
    const known = isConnected ? PACKETS[first >> 4] : undefined;
    const mayBegin = known ? known.flags === null || known.flags === (first & 0x0f) : first === CONNECT_BYTE;
    if (!mayBegin) {
      isConnected = false;
      return untilStart(bytes, at, end, (byte) => byte === CONNECT_BYTE);
    }
    let length = 0;
    let header = 1;
    for (;;) {
      const byte = bytes[at + header];
      if (at + header >= end || byte === undefined) return NEEDS_MORE_BYTES;
      length += (byte & 0x7f) * 128 ** (header - 1);
      header += 1;
      if (byte < 0x80) break;
      if (header > 4) return -1;
    }
    if (first === CONNECT_BYTE) {
      const decoded = bytes.subarray(at + header, Math.min(end, at + header + 8));
      if (!NAMES.some((name) => name.every((byte, index) => index >= decoded.length || decoded[index] === byte)))
        return -1;
    }
    if (at + header + length > end) return header + length > maxFrameBytes ? -1 : NEEDS_MORE_BYTES;
    isConnected = true;
    return header + length;
  });
}
