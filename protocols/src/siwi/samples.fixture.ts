import { asciiBytes } from '../tools/text.ts';

const STATE = '24,1,15,5,4282,1234,3,0,0,0,0,1.0,1.6CPASF_6.60';

export const message = (place: string, { supply = '24.15', identity = '356000000000013', state = STATE } = {}) =>
  asciiBytes(`$SIWI,${identity},13,E,,,1,1,1,${supply},1118097,${place},${state},0!`);

/** 10:15:30 UTC is 15:45:30 in India. */
export const POSITION = '42,18,A,-34.905500,-56.191300,12,87,154530,220326';

/** Frames constructed from the protocol, not recorded from a device. */
export const FRAMES = {
  moving: message(POSITION),
  older: message(POSITION, { supply: '0', identity: '9803932' }),
  midnight: message('0,0,V,-34.905500,-56.191300,12,87,021530,010326'),
};

export const SAMPLES = Object.values(FRAMES);
