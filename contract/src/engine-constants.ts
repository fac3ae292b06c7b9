// Constants of engine sources and device health, separate from their schemas, which pages need not load.

/** The source of the engine's state: chosen by a person, or detected automatically. */
export const IGNITION_SOURCES = ['automatic', 'wire', 'voltage', 'movement'] as const;

/** Bounds of the factor for a device's speeds: m/s need 3.6, knots 1.852, tenths of km/h 0.1. */
export const SPEED_FACTOR = { min: 0.1, max: 10 } as const;

/** The days, including today, from whose data the faults of a device are determined. */
export const FAULT_DAYS = 3;
