import { recognise } from '@milepost/protocols/recognise';
import type { Protocol } from '@milepost/protocols/types';

/** Returns the other protocols that could read these bytes, which `receivedOn` cannot, best match first. */
export type Recogniser = (bytes: Uint8Array, receivedOn: string, at: number) => string[];

/** Each attempt takes about a third of a millisecond. A flood of garbage costs other devices only this hint. */
const MAX_IN_A_SECOND = 20;

export function createRecogniser(protocols: readonly Protocol[]): Recogniser {
  let second = 0;
  let count = 0;
  return (bytes, receivedOn, at) => {
    const now = Math.floor(at / 1000);
    if (now !== second) {
      second = now;
      count = 0;
    }
    count++;
    if (count > MAX_IN_A_SECOND) return [];
    const others = protocols.filter(({ name }) => name !== receivedOn);
    return recognise(bytes, others, new Date(at));
  };
}
