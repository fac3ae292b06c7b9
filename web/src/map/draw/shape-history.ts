import type { FenceShape } from '@milepost/contract/fence-shape-types';

/** The undo and redo steps of a shape. */
export interface ShapeHistory {
  past: readonly (FenceShape | null)[];
  present: FenceShape | null;
  future: readonly (FenceShape | null)[];
}

const MAX_STEPS = 100;

export const startHistory = (present: FenceShape | null): ShapeHistory => ({ past: [], present, future: [] });

/** Adds a step and drops the redo steps. The same shape is not added again. */
export function step(history: ShapeHistory, present: FenceShape | null): ShapeHistory {
  if (JSON.stringify(present) === JSON.stringify(history.present)) return history;
  return { past: [...history.past, history.present].slice(-MAX_STEPS), present, future: [] };
}

export function undo({ past, present, future }: ShapeHistory): ShapeHistory {
  const last = past.at(-1);
  return last === undefined
    ? { past, present, future }
    : { past: past.slice(0, -1), present: last, future: [present, ...future] };
}

export function redo({ past, present, future }: ShapeHistory): ShapeHistory {
  const [next, ...rest] = future;
  return next === undefined ? { past, present, future } : { past: [...past, present], present: next, future: rest };
}
