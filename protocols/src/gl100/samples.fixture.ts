import { asciiBytes } from '../tools/text.ts';

const ID = '356000000000013';
const TAIL = '00A7,0102070202';

export const message = (head: string, content: string, identity = ID) =>
  asciiBytes(`${head},${identity},${content},${TAIL}\0`);
export const report = (type: string, content: string) => message(`+RESP:GT${type}`, content);

const CELL = '0748,0001,4e21,1a2b,00';
/** Encodes 40 km/h, 87°, 12.5 m, HDOP 2. */
export const POSITION = `1,40.0,87,12.5,2,-56.191300,-34.905500,20260322101530,${CELL}`;
export const LATER = `1,41.5,90,13.0,2,-56.190000,-34.905500,20260322101630,${CELL}`;

/** Frames constructed from the protocol, not recorded from a device. */
export const FRAMES = {
  place: report('TRI', `1,0,0,${POSITION}`),
  two: report('TRI', `2,0,0,${POSITION},${LATER}`),
  newerTwo: report('TRI', `2,0,61,${POSITION},0,61,${LATER}`),
  last: report('LGL', `1,2,1,0,0.0,0,12.5,,-56.191300,-34.905500,20260322101530,${CELL}`),
  help: report('SOS', `1,0,0,${POSITION}`),
  left: report('GEO', `1,3,0,${POSITION}`),
  called: report('LBC', `+59899000013,${POSITION}`),
  low: report('PLA', '20260322101530'),
  information: report('INF', '89598000000000000018,16,0,91,0,0,-03.00,0,20260322101530'),
  alive: message('AT+GTHBD=HeartBeat', '20260322101530'),
  answer: message('+ACK:GTGEO', '0003,20260322101530'),
};

export const SAMPLES = Object.values(FRAMES);
