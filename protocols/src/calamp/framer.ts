import { ByteReader, FrameTooShort } from '../tools/bytes.ts';
import { type Measure, MORE, newStreamFramer } from '../tools/stream-framer.ts';
import { readHeader, skipBody } from './message.ts';

/** A datagram of a mobile network. */
export const MAX_FRAME_BYTES = 1500;

const SERVICES = 2;
const TYPES = 11;

/** Messages do not say how long they are: their parts do. A datagram is one message, so this is for captures only. */
const measure: Measure = (bytes, at, end) => {
  const reader = new ByteReader(bytes, at, end);
  try {
    const { service, type } = readHeader(reader);
    if (service > SERVICES || type > TYPES || !skipBody(reader, type)) return -1;
    return reader.offset - at;
  } catch (error) {
    if (error instanceof FrameTooShort) return MORE;
    throw error;
  }
};

export const newCalampFramer = () => newStreamFramer(MAX_FRAME_BYTES, measure);
