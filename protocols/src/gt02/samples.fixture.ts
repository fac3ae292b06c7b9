import { fromHex } from '../tools/bytes.ts';

/** A frame around battery, signal, identity, count, type and content in hexadecimal, where spaces are ignored. */
export function frame(content: string): Uint8Array {
  const bytes = fromHex(content.replaceAll(' ', '')) ?? new Uint8Array();
  return Uint8Array.of(0x68, 0x68, bytes.length, ...bytes, 0x0d, 0x0a);
}

const ID = '0356000000000013';

/** Frames constructed from the protocol, not recorded from a device. */
export const FRAMES = {
  heartbeat: frame(`0504 ${ID} 0001 1a 01 04 23261e29`),
  short: frame(`0003 ${ID} 0002 1a`),
  // Encodes 2026-03-22 10:15:30; 34.9055 and 56.1913 degrees of 1,800,000 each; 40 km/h; 87°.
  position: frame(`0000 ${ID} 0003 10 1a03160a0f1e 03beb54c 06075714 28 0057 000000 00000001`),
  answer: frame(`0000 ${ID} 0004 1c 02 4f4b`),
};

export const SAMPLES = Object.values(FRAMES);
