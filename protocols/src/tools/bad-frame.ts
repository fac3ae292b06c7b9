import type { Decoded } from '../types.ts';

/** A frame that says something that cannot be; a decoder catches it once and reports the frame as faulty. */
export class BadFrame extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'BadFrame';
  }
}

/** What a frame says that nothing is done with. */
export const NOTHING_SAID: Decoded = { identities: [], messages: [], replies: [] };

/** A decoder's answer to a frame, with whatever is thrown on the way as its fault. */
export function decodeOrFault(decode: () => Decoded): Decoded {
  try {
    return decode();
  } catch (error) {
    return { ...NOTHING_SAID, fault: error instanceof Error ? error.message : String(error) };
  }
}

/** What a part of a frame says; null where that cannot be and the frame is worth keeping without it. */
export function unlessBad<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof BadFrame) return null;
    throw error;
  }
}
