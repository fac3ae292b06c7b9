import { fromHex, toHex } from '../tools/bytes.ts';
import { asciiBytes } from '../tools/text.ts';

/** A frame of this type around its content. */
export function frame(type: number, content: Uint8Array): Uint8Array {
  const length = (21 + content.length).toString(16).padStart(4, '0');
  const hex = `5454${length}35600000000001${type.toString(16).padStart(4, '0')}${toHex(content)}0000000112340d0a`;
  return fromHex(hex) ?? new Uint8Array();
}

export const CELLS = '748,1,1272,40969,43';

/** Frames constructed from the protocol, not recorded from a device. */
export const FRAMES = {
  address: frame(1, new Uint8Array()),
  status: frame(2, Uint8Array.of(0x52, 7, 4, 16)),
  position: frame(3, asciiBytes(`20260322101530,A,9,S,34.905500,W,56.191300,21.6,0.9,12.4;${CELLS}`)),
  asked: frame(4, asciiBytes(`20260322101630,V,0,S,34.905500,W,56.191300,0.0,9.9,-3.0;${CELLS}`)),
  cells: frame(3, asciiBytes(`;${CELLS}`)),
};

export const SAMPLES = Object.values(FRAMES);
