// This file does not import zod, because the browser offers its values.

/** The kinds of numeric sensors. */
export const MEASURE_KINDS = ['fuelLevel', 'temperature', 'humidity', 'weight', 'tyre', 'counter', 'other'] as const;
/** The kinds of switch sensors; `signal` is any other. */
export const SIGNAL_KINDS = ['door', 'ac', 'pto', 'signal'] as const;
export const SENSOR_KINDS = [...MEASURE_KINDS, ...SIGNAL_KINDS] as const;
export type SensorKind = (typeof SENSOR_KINDS)[number];

export const isSignalKind = (kind: SensorKind): boolean => SIGNAL_KINDS.some((one) => one === kind);

/** The units of kinds whose values are compared, charted and summed; for the others a person enters the unit. */
export const FIXED_UNITS: Partial<Record<SensorKind, string>> = { fuelLevel: 'L', temperature: '°C', humidity: '%' };

export const SENSOR_SOURCES = ['attribute', 'expression'] as const;
/** When a definition takes effect: from now on, from a given time, or for all reports ever received. */
export const COUNTS_FROM = ['now', 'moment', 'always'] as const;

export const MAX_SENSORS = 30;
export const MAX_CALIBRATION_POINTS = 60;
export const MAX_EXPRESSION_LENGTH = 300;
/** One hour: slower changes are not noise. */
export const MAX_SMOOTHING_S = 3600;
/** The number of values up to the newest message with which a definition is tried. */
export const MAX_TRIAL_VALUES = 200;
/** The number of vehicles to which a profile can be applied in one call. */
export const MAX_PROFILE_VEHICLES = 500;
