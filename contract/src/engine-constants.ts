// What concerns the engine's source and a device's health; apart from their schemas, which pages need not load.

/** From what it is told whether the engine runs: what a person chose, or to let it be found out. */
export const IGNITION_SOURCES = ['automatic', 'wire', 'voltage', 'movement'] as const;

/** Bounds of what a device's speeds are multiplied with: m/s need 3.6, knots 1.852, tenths of km/h 0.1. */
export const SPEED_FACTOR = { min: 0.1, max: 10 } as const;

/** Today and the days before that are judged together for a device's faults. */
export const FAULT_DAYS = 3;
