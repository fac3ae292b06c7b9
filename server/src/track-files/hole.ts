/** A longer silence is a hole: nobody knows the way (docs/tracking.md). */
export const HOLE_MS = 300_000;
