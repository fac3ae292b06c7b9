// Without zod: lists and forms of the browser take them from here.

/** Letters of an outlet's code. */
export const MOST_OUTLET_CODE = 30;

/** How much an outlet matters, A the most. */
export const OUTLET_CLASSES = ['A', 'B', 'C'] as const;
export type OutletClass = (typeof OUTLET_CLASSES)[number];

export const OUTLET_STATES = ['active', 'closed'] as const;
export type OutletState = (typeof OUTLET_STATES)[number];

/** Metres around its place within which a vehicle has arrived. */
export const ARRIVAL_M = { min: 10, max: 2000, usual: 50 } as const;
/** Corners of an area of arrival: those of all outlets are in memory while vehicles are followed. */
export const MOST_ARRIVAL_CORNERS = 200;

/** Two outlets closer than this may be the same one, metres. */
export const NEAR_OUTLET_M = 30;

/** Of one organisation. */
export const MOST_OUTLETS = 10_000;
