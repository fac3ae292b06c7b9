import type { StreamProtocol } from '../types.ts';
import { isHostName } from '../tools/text.ts';
import { newGt06Decoder } from './decoder.ts';
import { MAX_FRAME_BYTES, newGt06Framer } from './framer.ts';

/** The GT06 family of Concox, Jimi and their many clones, over TCP. */
export const gt06: StreamProtocol = {
  kind: 'stream',
  name: 'gt06',
  title: 'GT06 (Concox, Jimi)',
  defaultPort: 5023,
  transports: ['tcp'],
  maxFrameBytes: MAX_FRAME_BYTES,
  commands: ['locate', 'engineStop', 'engineResume', 'text'],
  // Concox's command list: DYD and HFYD, and RELAY in later firmware. Without a fix, or above 20 km/h, the device does
  // not cut off.
  engineReplies: {
    stopped:
      /^(?:DYD\s*=\s*Success\b|Cut off the fuel supply:\s*Success\b|Already in the state of fuel supply cut off\b)/i,
    resumed:
      /^(?:HFYD\s*=\s*Success\b|Restore fuel supply:\s*Success\b|Already in the state of fuel supply to resume\b)/i,
    refused:
      /^(?:DYD|HFYD|Cut off the fuel supply|Restore fuel supply)\s*[=:]\s*(?:Fail|Unvalued|Invalid|Speed Limit|Error|Unsuccess)/i,
  },
  // Concox's command list: TIMER takes seconds with ignition on and off; RELAY is the only output.
  phrases: {
    interval: (seconds) => `TIMER,${seconds},${seconds}#`,
    restart: 'RESET#',
    status: 'STATUS#',
    version: 'VERSION#',
    output: { numbers: [1], relay: 1, write: (_number, on) => `RELAY,${on ? 1 : 0}#` },
    odometer: (km) => `MILEAGE,ON,${km}#`,
    sms: { before: '', locate: 'WHERE#', engineStop: 'DYD,000000#', engineResume: 'HFYD,000000#' },
    sosNumbers: { most: 3, write: (phones) => `SOS,A,${phones.join(',')}#` },
  },
  newFramer: newGt06Framer,
  newDecoder: () => newGt06Decoder(),
  setup({ host, port }) {
    const byName = isHostName(host) ? 1 : 0;
    return [
      { step: 'sms', value: `SERVER,${byName},${host},${port},0#` },
      { step: 'sms-password', value: `SERVER,666666,${byName},${host},${port},0#` },
    ];
  },
};
