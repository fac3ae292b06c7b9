import { asciiBytes } from '../tools/text.ts';

export const message = (content: string) => asciiBytes(`*SCOR,OM,356000000000013,${content}#\r\n`);

/** Frames constructed from the protocol, not recorded from a device. */
export const FRAMES = {
  login: message('Q0,412,80,28'),
  heartbeat: message('H0,1,408,27,75,1'),
  position: message('D0,0,101530.00,A,3454.3300,S,05611.4780,W,6,0.21,220326,12.5,M,A'),
  lost: message('D0,1,101530.00,V,,,,,0,,220326,,,N'),
  alarm: message('W0,2'),
  fault: message('E0,7'),
  unlocked: message('L0,0,1234,1497689816'),
};

export const SAMPLES = Object.values(FRAMES);
