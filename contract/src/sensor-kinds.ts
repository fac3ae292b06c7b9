// Without zod: the browser offers these.

/** Kinds of sensors that tell figures. */
export const MEASURE_KINDS = ['fuelLevel', 'temperature', 'humidity', 'weight', 'tyre', 'counter', 'other'] as const;
/** Kinds that tell yes or no; `signal` is any other. */
export const SIGNAL_KINDS = ['door', 'ac', 'pto', 'signal'] as const;
export const SENSOR_KINDS = [...MEASURE_KINDS, ...SIGNAL_KINDS] as const;
export type SensorKind = (typeof SENSOR_KINDS)[number];

export const isSignalKind = (kind: SensorKind): boolean => SIGNAL_KINDS.some((one) => one === kind);

/** Units of kinds whose values are compared, charted and added up; of the others a person says it. */
export const FIXED_UNITS: Partial<Record<SensorKind, string>> = { fuelLevel: 'L', temperature: '°C', humidity: '%' };

export const SENSOR_SOURCES = ['attribute', 'expression'] as const;
/** From when a definition counts: from now on, from a moment, or for all reports there ever were. */
export const COUNTS_FROM = ['now', 'moment', 'always'] as const;

export const MOST_SENSORS = 30;
export const MOST_CALIBRATION = 60;
export const MOST_EXPRESSION = 300;
/** An hour: what changes more slowly than that is no noise. */
export const MOST_SMOOTHING_S = 3600;
/** Values up to the newest message by which a definition is tried. */
export const MOST_TRIED = 200;
/** Vehicles that a profile is applied to at once. */
export const MOST_PROFILE_VEHICLES = 500;
