import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import { noteSection } from './loop-watch.ts';

/**
 * The maximum that others wait for the event loop during a slice of work, plus the step that ends it; milliseconds.
 */
const SLICE_MS = 8;

/** Work of an organisation in slices, between which the event loop serves others. */
export interface Slices {
  /** True when others should get the loop. Called after each small step. */
  isOver(): boolean;
  /** Yields the event loop, and begins the next slice. */
  next(): Promise<void>;
  /** The same, and leaves the loop to others for as long as the slice took. */
  rest(): Promise<void>;
  /** The duration of all slices together, including the present one; milliseconds. */
  spentMs(): number;
}

/**
 * Begins the first slice.
 * @param work a constant, since it is a label of a metric; null when its parts are recorded individually
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
