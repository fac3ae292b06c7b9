/** A phone's requests, for simulators and tests. */

/** One report of a phone; omitted values are not sent. */
export interface PhoneReport {
  id: string;
  time: Date;
  /** Degrees. */
  lat: number;
  lon: number;
  speedKph?: number;
  courseDeg?: number;
  altitudeM?: number;
  accuracyM?: number;
  batteryPercent?: number;
  /** Supply voltage of the vehicle, if the phone receives it. */
  powerV?: number;
  charging?: boolean;
  ignition?: boolean;
  motion?: boolean;
  alarm?: string;
  driverTag?: string;
}

const KPH_PER_KNOT = 1.852;

/**
 * Returns path and query of a GET request as OsmAnd and the older Traccar Client send it; the time in whole seconds.
 */
export function osmandQuery(report: PhoneReport): string {
  const parameters = new URLSearchParams({
    id: report.id,
    timestamp: String(Math.floor(report.time.getTime() / 1000)),
    lat: report.lat.toFixed(7),
    lon: report.lon.toFixed(7),
  });
  const add = (name: string, value: number | boolean | string | undefined): void => {
    if (value !== undefined) parameters.set(name, String(value));
  };
  add('speed', report.speedKph === undefined ? undefined : (report.speedKph / KPH_PER_KNOT).toFixed(3));
  add('bearing', report.courseDeg);
  add('altitude', report.altitudeM);
  add('accuracy', report.accuracyM);
  add('batt', report.batteryPercent);
  add('power', report.powerV);
  add('charge', report.charging);
  add('ignition', report.ignition);
  add('motion', report.motion);
  add('alarm', report.alarm);
  add('driverUniqueId', report.driverTag);
  return `/?${parameters.toString()}`;
}

/** Returns the JSON body that the newer Traccar Client posts. */
export function traccarClientBody(report: PhoneReport): string {
  const { id, time, lat, lon } = report;
  return JSON.stringify({
    device_id: id,
    location: {
      timestamp: time.toISOString(),
      coords: {
        latitude: lat,
        longitude: lon,
        accuracy: report.accuracyM,
        speed: report.speedKph === undefined ? -1 : report.speedKph / 3.6,
        heading: report.courseDeg ?? -1,
        altitude: report.altitudeM,
      },
      is_moving: report.motion,
      battery: { level: (report.batteryPercent ?? -100) / 100, is_charging: report.charging },
      extras: { ignition: report.ignition, alarm: report.alarm, driverTag: report.driverTag },
    },
  });
}
