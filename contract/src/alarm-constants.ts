// Apart from the routes' schemas, which pages need not load.

/** Most severe first. */
export const SEVERITIES = ['critical', 'major', 'minor', 'warning'] as const;

/** What the value of an alarm measures: km/h, minutes, litres, degrees Celsius; a figure in the unit of its sensor. */
export const ALARM_MEASURES = ['speed', 'minutes', 'litres', 'celsius', 'figure'] as const;
export type AlarmMeasure = (typeof ALARM_MEASURES)[number];

/** Why an alarm was acknowledged or cleared; `seen` says no more than that somebody looks after it. */
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
