// This file does not import zod, because lists and forms of the browser use these limits.

/** The length of an outlet's code. */
export const MAX_OUTLET_CODE_LENGTH = 30;

/** The importance of an outlet, with A the highest. */
export const OUTLET_CLASSES = ['A', 'B', 'C'] as const;
export type OutletClass = (typeof OUTLET_CLASSES)[number];

export const OUTLET_STATES = ['active', 'closed'] as const;
export type OutletState = (typeof OUTLET_STATES)[number];

/** A vehicle within this many metres of the outlet's coordinates has arrived. */
export const ARRIVAL_M = { min: 10, max: 2000, usual: 50 } as const;
/** The corners of an arrival area: those of all outlets are in memory during tracking. */
export const MAX_ARRIVAL_CORNERS = 200;

/** Two outlets closer than this many metres may be the same one. */
export const NEAR_OUTLET_M = 30;

/** The outlets of one organisation. */
export const MAX_OUTLETS = 10_000;
