/** Possible meanings of a field. */
export const MEANINGS = [
  'header',
  'vendor',
  'firmware',
  'packet',
  'alert',
  'status',
  'imei',
  'registration',
  'valid',
  'date',
  'time',
  'lat',
  'latSide',
  'lon',
  'lonSide',
  'speed',
  'course',
  'satellites',
  'altitude',
  'pdop',
  'hdop',
  'operator',
  'ignition',
  'mains',
  'mainsV',
  'batteryV',
  'emergency',
  'tamper',
  'signal',
  'mcc',
  'mnc',
  'lac',
  'cell',
  'inputs',
  'outputs',
  'frame',
  'odometer',
  'checksum',
] as const;
export type Meaning = (typeof MEANINGS)[number];

/** `parts`: day, month, year, hour, minute and second in fields of their own, from the date on. */
export const DATE_FORMS = ['ddmmyyyy', 'ddmmyy', 'yyyymmdd', 'yymmdd', 'parts', 'seconds'] as const;
/** `minutes`: degrees and minutes, as in 1959.8472. */
export const DEGREE_FORMS = ['degrees', 'minutes'] as const;
export const SPEED_UNITS = ['kmh', 'knots'] as const;

/** The index of each meaning's field, counted from 0 after the `$`, and the formats. */
export interface Layout {
  fields: Readonly<Partial<Record<Meaning, number>>>;
  /** Without a field for the time, the date's field contains both. */
  dateForm: (typeof DATE_FORMS)[number];
  degreeForm: (typeof DEGREE_FORMS)[number];
  speedUnit: (typeof SPEED_UNITS)[number];
}

/** The fault of the field with this meaning. */
export interface FieldFault {
  meaning: Meaning;
  fault: 'missing' | 'imei' | 'time' | 'degrees' | 'range' | 'side' | 'number' | 'switch' | 'bits';
}

/** Faults with which nothing in a frame can be relied on. */
const GRAVE: ReadonlySet<Meaning> = new Set(['imei', 'date', 'time', 'lat', 'latSide', 'lon', 'lonSide']);

export const isGrave = ({ meaning }: FieldFault): boolean => GRAVE.has(meaning);
