import type { StreamProtocol } from '../types.ts';
import { newMqttDecoder } from './decoder.ts';
import { newMqttFramer } from './framer.ts';

const MAX_FRAME_BYTES = 65_536;

/**
 * OwnTracks in its MQTT mode, and devices whose JSON a person described: they connect here as to a broker, and a report is
 * acknowledged when it is stored.
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
