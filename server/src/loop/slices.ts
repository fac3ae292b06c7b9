import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import { noteSection } from './loop-watch.ts';

/** Others wait for the event loop no longer than this for a slice of work, and for the step that ends it; milliseconds. */
const SLICE_MS = 8;

/** Work of an organisation, in slices that leave the loop to others in between. */
export interface Slices {
  /** Whether it is time to let others have the loop. Asked after each small step. */
  isOver(): boolean;
  /** Lets others have the loop, and begins the next slice. */
  next(): Promise<void>;
  /** The same, and the loop stays theirs for as long as the slice took. */
  rest(): Promise<void>;
  /** What all slices together took, the present one included; milliseconds. */
  spentMs(): number;
}

/**
 * Begins the first slice.
 * @param work a constant, since it is a label of a metric; null where its parts are noted one by one
 */
export function inSlices(work: string | null, organisationId: number | null = null, sliceMs = SLICE_MS): Slices {
  let began = performance.now();
  let spent = 0;
  const end = () => {
    const ms = performance.now() - began;
    if (work !== null) noteSection(work, organisationId, ms);
    spent += ms;
    return ms;
  };
  return {
    isOver: () => performance.now() - began >= sliceMs,
    next: async () => {
      end();
      await nextTurn();
      began = performance.now();
    },
    rest: async () => {
      await delay(end());
      began = performance.now();
    },
    spentMs: () => spent + performance.now() - began,
  };
}

/** Runs all steps of a generator in slices. */
export async function runSteps<Result>(steps: Generator<undefined, Result>, slices: Slices): Promise<Result> {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    if (slices.isOver()) await slices.next();
  }
}
