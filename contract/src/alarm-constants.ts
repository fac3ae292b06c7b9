// Separate from the schemas of the calls, which pages need not load.

/** Most severe first. */
export const SEVERITIES = ['critical', 'major', 'minor', 'warning'] as const;

/**
 * The quantity that the value of an alarm measures: km/h, minutes, litres, degrees Celsius, or a figure in the unit of
 * its sensor.
 */
export const ALARM_MEASURES = ['speed', 'minutes', 'litres', 'celsius', 'figure'] as const;
export type AlarmMeasure = (typeof ALARM_MEASURES)[number];

/** Why an alarm was acknowledged or cleared. `seen` only states that somebody takes care of it. */
export const REASON_CODES = [
  'seen',
  'driverContacted',
  'helpSent',
  'authorised',
  'falseAlarm',
  'deviceFault',
  'test',
  'other',
] as const;
