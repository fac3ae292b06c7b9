import type { Harsh } from './harsh.ts';

/** What a device measured and sends. */
export interface Report {
  /** Whole seconds, ms since 1970. */
  timeMs: number;
  lat: number;
  lon: number;
  altitudeM: number;
  speedKph: number;
  courseDeg: number;
  /** 0 where there is no fix. */
  satellites: number;
  /** Estimated error, metres. */
  accuracyM: number;
  /** False: no fix, the last one is repeated. */
  valid: boolean;
  ignition: boolean;
  motion: boolean;
  odometerM: number;
  /** Null where the supply is cut and the device tells none. */
  powerV: number | null;
  batteryV: number;
  batteryPercent: number;
  /** 0 to 4. */
  rssi: number;
  /** The driver calls for help; only phones can tell it. */
  sos: boolean;
  /** Harsh driving at this very moment; devices of the GT06 do not tell it here. */
  harsh: Harsh | null;
  /** Whether the load door is open, where there is a contact that says so. */
  doorOpen?: boolean;
  /** Of the load space, where there is a probe; degrees Celsius. */
  temperatureC?: number;
  /** Kept in the device's memory for a while before it was sent. */
  archived: boolean;
}
