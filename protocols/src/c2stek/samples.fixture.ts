import { asciiBytes } from '../tools/text.ts';

const ID = '356000000000013';

export const message = (content: string, identity = ID) => asciiBytes(`PA$${identity}$${content}$AP`);

export const POSITION = 'D#260322#101530#1#-34.90550#-56.19130#42.50#87.5#12.1';

/** Frames constructed from the protocol, not recorded from a device. */
export const FRAMES = {
  driving: message(`${POSITION}#4183#011#1#101#Wsz-wl001#B0101940#C+3.0,-5.0,+2.0`),
  older: message('D#260322#101530#0#+34.90550#+56.19130#0.00#69.2#0.0#0000#000#5#01#sz-w1001#B2600'),
  alive: message('20'),
};

export const SAMPLES = Object.values(FRAMES);
