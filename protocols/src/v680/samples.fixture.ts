import { asciiBytes } from '../tools/text.ts';

const ID = '356000000000013';
const MINUTES = '05611.4780,W,3454.3300,S,21.60,87.00';

/** Frames constructed from the maker's description, not recorded from a device. */
export const FRAMES = {
  login: asciiBytes(`#${ID}##`),
  place: asciiBytes(`#${ID}#13486119277#1#0000#SOS#1#27bc10af#${MINUTES}#220326#101530.000##`),
  degrees: asciiBytes(`#${ID}##1#0000#AUT#1#0500000000120000#56.191300,W,34.905500,S,21.60,87.00#220326#101530##`),
  none: asciiBytes(`#${ID}##0#0000#SF#1#72400510730208,00d36307#V#${MINUTES}#220326#101530##`),
  two: asciiBytes(`#${ID}##1#0000#AUT#2#72403#${MINUTES}#220326#101530#72403#${MINUTES}#220326#101630##`),
};

export const SAMPLES = Object.values(FRAMES);
