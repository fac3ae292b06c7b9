import { asciiBytes } from '../tools/text.ts';

export const message = (content: string, identity = '356000000000013') =>
  asciiBytes(`S168#${identity}#00a7#${content.length.toString(16).padStart(4, '0')}#${content}$`);

const CELLS = 'CELL:1,2ec,1,4e21,1a2b3c,2d';
const PLACE = 'GDATA:A,9,260322101530,-34.905500,-56.191300,40,87,12';

/** Frames constructed from the protocol, not recorded from a device. */
export const FRAMES = {
  place: message(`LOCA:G;${CELLS};${PLACE};ALERT:0000;STATUS:78,73;WIFI:0`),
  alarm: message(`LOCA:G;${CELLS};${PLACE};ALERT:0083;STATUS:9,73`),
  blind: message(
    `LOCA:W;${CELLS};GDATA:V,0,260322101530,0.0,0.0,0,998,0;ALERT:0004;STATUS:78,73;WIFI:2,02-00-5E-00-53-01,-40,02-00-5E-00-53-02,-71`,
  ),
  alive: message('SYNC:0004-271-7-1;STATUS:77,100'),
  started: message('INFO,ITEM:S281;VER:1.0;IMEI:356000000000013;ICCID:89598000000000000018'),
  answer: message('RET,JUST,1'),
};

export const SAMPLES = Object.values(FRAMES);
