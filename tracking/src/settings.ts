import type { AlarmRule } from './alarm-rule.ts';
import type { FenceIndex } from './fence-index.ts';
import type { Sensor } from './sensors/sensor.ts';

/** A person's choice for an installation: a source, or automatic detection. */
export const IGNITION_SOURCES = ['automatic', 'wire', 'voltage', 'movement'] as const;
export type IgnitionSource = (typeof IGNITION_SOURCES)[number];

/** Thresholds of an organisation. Seconds, metres and km/h; each bound is explained in docs/tracking.md. */
export interface TrackingSettings {
  /** At this speed or above a vehicle counts as moving. */
  movingKph: number;
  /** A leg or jump faster than this does not count as driving. */
  wildKph: number;
  /** A stop that ends a trip lasts at least this long. */
  stopS: number;
  tripMinM: number;
  tripMinS: number;
  /** Standing with the engine on for this long counts as idling. */
  idleS: number;
  /** Standing for this long ends a trip even with the engine on. */
  idleEndsTripS: number;
  /** A movement of this distance or more with the engine off is a tow. */
  towMinM: number;
  /** More than this without a fix is a gap. */
  holeS: number;
  /** The longest gap within a trip; the distance over a longer one is a trip of its own. */
  holeInTripS: number;
  /** A gap of at most this many seconds that spans a kilometre or more is a trip of its own, however slow. */
  gapTripS: number;
  /** A longer gap is a trip only up to this many seconds, and only where its straight line is as fast as moving. */
  gapTripMaxS: number;
  /** A longer silence does not count as standing, even if the coordinates are the same afterwards. */
  unseenS: number;
  /**
   * A gap counts as driven where the straight line over it is at least this fast; if slower, the vehicle stood in
   * between.
   */
  holeDrivenKph: number;
  /** A first fix this far away after a pause came late: the distance belongs to the trip that begins with it. */
  wakeM: number;
  /** Closer than this to its halt, a reported speed is not trusted. */
  nearM: number;
  /** A vehicle reported moving that then stands this far away has made another halt. */
  hopM: number;
  /** This far from the halt, consecutive slow fixes are another location. */
  creepM: number;
  /** This far from its halt, a vehicle has left, whatever speed it reports. */
  farM: number;
  /** A visit begins and ends with this many fixes, or seconds, on the other side. */
  visitFixes: number;
  visitS: number;
  /** Fixed speed limit, km/h; null for none. */
  speedLimitKph: number | null;
}

/** The defaults for an organisation. */
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
  /** Name of the organisation's time zone, such as `Asia/Kolkata`. */
  timeZone: string;
  fences: FenceIndex;
  /** Geofences of the index that do not apply to this vehicle; omitted when all do. */
  excludedFences?: Pick<ReadonlySet<number>, 'has'>;
  /** Outlets and depots of the organisation, by their area; omitted if there are none. */
  places?: FenceIndex;
  /** The rules that apply to this vehicle. */
  rules: readonly AlarmRule[];
  /** The sensors of the vehicle; omitted if it has none. */
  sensors?: readonly Sensor[];
  /** Capacity of its tank, litres, if a person entered it. */
  tankL?: number | null;
  /** The source of the engine state; `automatic` by default. */
  ignitionSource?: IgnitionSource;
  /** The factor for the device's speeds, such as 3.6 when it sends m/s; 1 by default. */
  speedFactor?: number;
  /**
   * When the vehicle was in the workshop (epoch milliseconds; null: it still is): its movement then raises no alarm.
   */
  inWorkshop?: readonly { from: number; to: number | null }[];
  /** Alarms that a person cleared, by time. */
  clearedByHand: readonly { ruleId: number; at: number }[];
}
