import type { Report } from '../report.ts';

/** A report at the given time; all other values are constant. */
export function reportAt(timeMs: number): Report {
  return {
    timeMs,
    lat: -34.9,
    lon: -56.2,
    altitudeM: 30,
    speedKph: 40,
    courseDeg: 90,
    satellites: 11,
    accuracyM: 6,
    valid: true,
    ignition: true,
    motion: true,
    odometerM: 123_456,
    powerV: 13.9,
    batteryV: 4.1,
    batteryPercent: 90,
    rssi: 3,
    sos: false,
    harsh: null,
    archived: false,
  };
}
