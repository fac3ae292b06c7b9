import { recognise } from '@milepost/protocols/recognise';
import type { Protocol } from '@milepost/protocols/types';

/** Which other protocols the bytes of somebody look like that `heardOn` cannot read, the best first. */
export type Recogniser = (bytes: Uint8Array, receivedOn: string, at: number) => string[];

/** Each takes about a third of a millisecond; who sends garbage by the thousand costs others only this hint. */
const MOST_IN_A_SECOND = 20;

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
    if (count > MOST_IN_A_SECOND) return [];
    const others = protocols.filter(({ name }) => name !== receivedOn);
    return recognise(bytes, others, new Date(at));
  };
}
