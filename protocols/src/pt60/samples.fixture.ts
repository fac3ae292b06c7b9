import { asciiBytes } from '../tools/text.ts';

const ID = '356000000000013';
const CARD = '9460025014649193';

export const comma = (type: number, content: string) => asciiBytes(`@G#@,V01,${type},${ID},${CARD},${content}@R#@`);
export const bar = (type: string, content: string) => asciiBytes(`@B#@|01|${type}|${ID}|${CARD}|${content}@E#@`);

/** Frames constructed from the protocol, not recorded from a device. */
export const FRAMES = {
  login: comma(1, ''),
  place: comma(6, '20260322101530,-34.905500;-56.191300,'),
  heart: comma(14, '20260322101530,72,86,'),
  steps: comma(13, '20260322101530,4321,'),
  wifi: comma(43, '20260322101530,1,748;1;9763;3852;-63,'),
  barPlace: bar('001', '1|55|20260322101530|-34.905500|-56.191300|111.059279|49.346383|1|'),
  barCells: bar('001', '1|55|20260322101530|40412,10461,1,748,18|2|'),
  barLife: bar('003', 'S6_EN_A_V1.3.7|0|66|20260322101530|40412,10461,1,748,18|2|'),
};

export const SAMPLES = Object.values(FRAMES);
