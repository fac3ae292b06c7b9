/** Teltonika trackers: codec 8, 8 Extended and 16 (and 7 of the GH3000), commands by codec 12 to 15, TCP and UDP. */
import type { StreamProtocol } from '../types.ts';
import { newTeltonikaDecoder, newTeltonikaInspector } from './decoder.ts';
import { MAX_FRAME_BYTES, TeltonikaFramer } from './framer.ts';

export const teltonika: StreamProtocol = {
  kind: 'stream',
  name: 'teltonika',
  title: 'Teltonika',
  defaultPort: 5027,
  transports: ['tcp', 'udp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  commands: ['locate', 'engineStop', 'engineResume', 'text'],
  // The answer states the output: "DOUT1:1 Timeout:INFINITY".
  engineReplies: {
    stopped: /^DOUT1:\s?(?:1\b|Already set to 1\b)/i,
    resumed: /^DOUT1:\s?(?:0\b|Already set to 0\b)/i,
    refused: /^(?:DOUT1:\s?(?:IGNORED|ERR|FAIL)|refused:|Unknown command|Error\b)/i,
  },
  // "FMB SMS and GPRS commands"; parameter 10050 is the minimum interval while moving in the home network.
  phrases: {
    interval: (seconds) => `setparam 10050:${seconds}`,
    restart: 'cpureset',
    status: 'getstatus',
    version: 'getver',
    // "?" leaves an output unchanged. "odoset" takes whole kilometres.
    output: { numbers: [1, 2], relay: 1, write: (number, on) => `setdigout ${number === 1 ? '' : '?'}${on ? 1 : 0}` },
    // Login and password, empty by factory default, each followed by a space.
    sms: { before: '  ', locate: 'getgps', engineStop: 'setdigout 1', engineResume: 'setdigout 0' },
    odometer: (km) => `odoset:${km}`,
  },
  newFramer: () => new TeltonikaFramer(),
  newDecoder: newTeltonikaDecoder,
  newInspector: newTeltonikaInspector,
  setup: ({ host, port }) => [
    { step: 'sms-tcp', value: `  setparam 2004:${host};2005:${port};2006:0` },
    { step: 'sms-udp', value: `  setparam 2004:${host};2005:${port};2006:1` },
  ],
};
