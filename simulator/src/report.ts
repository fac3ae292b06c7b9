import type { Harsh } from './harsh.ts';

/** A device's measurement, as sent. */
export interface Report {
  /** Whole seconds, ms since 1970. */
  timeMs: number;
  lat: number;
  lon: number;
  altitudeM: number;
  speedKph: number;
  courseDeg: number;
  /** 0 without a fix. */
  satellites: number;
  /** Estimated error, metres. */
  accuracyM: number;
  /** False: no fix, the last one is repeated. */
  valid: boolean;
  ignition: boolean;
  motion: boolean;
  odometerM: number;
  /** Null if the supply is cut and the device reports none. */
  powerV: number | null;
  batteryV: number;
  batteryPercent: number;
  /** 0 to 4. */
  rssi: number;
  /** The driver calls for help; only phones can report it. */
  sos: boolean;
  /** Harsh driving at this moment; GT06 devices do not report it here. */
  harsh: Harsh | null;
  /** Whether the load door is open, if there is a contact. */
  doorOpen?: boolean;
  /** Temperature of the load space, if there is a probe; degrees Celsius. */
  temperatureC?: number;
  /** Stored in the device's memory for a while before it was sent. */
  archived: boolean;
}
