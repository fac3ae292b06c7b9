/**
 * How much of the time the recomputation of past facts takes after an upgrade: a fifth, a half, or all of it. Ingest
 * goes first at every pace.
 */
export const RECOMPUTE_PACES = ['gentle', 'normal', 'fast'] as const;
export type RecomputePace = (typeof RECOMPUTE_PACES)[number];

/** The pause after each vehicle, as a multiple of the time that it took. */
export const PACE_PAUSES: Readonly<Record<RecomputePace, number>> = { gentle: 4, normal: 1, fast: 0 };
