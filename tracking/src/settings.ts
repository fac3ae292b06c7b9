import type { AlarmRule } from './alarm-rule.ts';
import type { FenceIndex } from './fence-index.ts';
import type { Sensor } from './sensors/sensor.ts';

/** A person's choice for an installation: a source, or automatic detection. */
export const IGNITION_SOURCES = ['automatic', 'wire', 'voltage', 'movement'] as const;
export type IgnitionSource = (typeof IGNITION_SOURCES)[number];

/** Thresholds of an organisation. Seconds, metres and km/h; each bound is explained in docs/tracking.md. */
export interface TrackingSettings {
  /** At this speed or above a vehicle moves. */
  movingKph: number;
  /** A leg or jump faster than this is no driving. */
  wildKph: number;
  /** A stop that ends a trip lasts at least this long. */
  stopS: number;
  tripMinM: number;
  tripMinS: number;
  /** Engine on and standing for this long is an idle. */
  idleS: number;
  /** Engine on and standing for this long ends a trip all the same. */
  idleEndsTripS: number;
  /** Moved as far as this, or more, with the engine off is a tow. */
  towMinM: number;
  /** More than this without a fix is a hole. */
  holeS: number;
  /** A hole within a trip is no longer than this; after more, what it drove unseen is a trip of its own. */
  holeInTripS: number;
  /** A gap of at most this many seconds that spans a kilometre or more is a trip of its own, however slow. */
  gapTripS: number;
  /** A longer gap is a trip only up to this many seconds, and only where its straight line is as fast as moving. */
  gapTripMaxS: number;
  /** A longer silence does not count as standing, even if the vehicle is at the same place afterwards. */
  unseenS: number;
  /** A hole was driven through where the straight line over it is at least this fast; slower, it stood in between. */
  holeDrivenKph: number;
  /** A first fix this far away after a pause came late: the distance belongs to the trip that begins with it. */
  wakeM: number;
  /** Closer than this to where it stands, a reported speed is not trusted. */
  nearM: number;
  /** Seen moving, and then standing this far away, it made another halt. */
  hopM: number;
  /** As far as this from where it stands, slow fixes in a row are another place. */
  creepM: number;
  /** As far as this from where it stands, a vehicle has left whatever speed it reports. */
  farM: number;
  /** A visit begins and ends with so many fixes, or so many seconds, on the other side. */
  visitFixes: number;
  visitS: number;
  /** Fixed speed limit, km/h; null for none. */
  speedLimitKph: number | null;
}

/** The defaults of an organisation. */
export const DEFAULT_SETTINGS: TrackingSettings = {
  movingKph: 5,
  wildKph: 250,
  stopS: 180,
  tripMinM: 200,
  tripMinS: 60,
  idleS: 60,
  idleEndsTripS: 300,
  towMinM: 500,
  holeS: 300,
  holeInTripS: 3600,
  gapTripS: 16_200,
  gapTripMaxS: 86_400,
  unseenS: 3900,
  holeDrivenKph: 20,
  wakeM: 1000,
  nearM: 50,
  hopM: 15,
  creepM: 100,
  farM: 150,
  visitFixes: 2,
  visitS: 20,
  speedLimitKph: null,
};

/** Everything that facts depend on besides the reports. */
export interface TrackingContext {
  settings: TrackingSettings;
  /** Name of the organisation's time zone, as `Asia/Kolkata`. */
  timeZone: string;
  fences: FenceIndex;
  /** Fences of the index that do not apply to this vehicle; left out when all do. */
  excludedFences?: Pick<ReadonlySet<number>, 'has'>;
  /** Outlets and depots of the organisation, by their area; left out where there are none. */
  places?: FenceIndex;
  /** The rules that apply to this vehicle. */
  rules: readonly AlarmRule[];
  /** The sensors of the vehicle; left out where it has none. */
  sensors?: readonly Sensor[];
  /** What its tank holds, litres, as far as a person said. */
  tankL?: number | null;
  /** How it is detected whether the engine runs; `automatic` by default. */
  ignitionSource?: IgnitionSource;
  /** The factor for the device's speeds, such as 3.6 when it sends m/s; 1 by default. */
  speedFactor?: number;
  /** When the vehicle was in the workshop (epoch milliseconds; null: it still is): its movement is no alarm then. */
  inWorkshop?: readonly { from: number; to: number | null }[];
  /** Alarms that a person cleared, by time. */
  clearedByHand: readonly { ruleId: number; at: number }[];
}
