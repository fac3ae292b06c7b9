import { asciiBytes } from '../tools/text.ts';

const ID = '356000000000013';

export const message = (content: string, identity = ID) => asciiBytes(`Ennfu:${identity},${content}$`);

/** Frames constructed from the protocol, not recorded from a device. */
export const FRAMES = {
  moving: message('101530.00,A,3454.33000,S,05611.47800,W,21.6,87.5,220326,20,3.72,21.4,V0.01'),
  standing: message('101530.00,A,3454.33000,S,05611.47800,W,0.053,,220326,17,4.0,86.8,V0.01'),
  blind: message('101530.00,V,,,,,,,220326,17,4.0,86.8,V0.01'),
  alive: asciiBytes(`Ennfu:HeartBeat,${ID}$`),
};

export const SAMPLES = Object.values(FRAMES);
