/** Whether the ignition wire can be trusted, and why not. Seconds; times in epoch milliseconds. */
export interface Wire {
  /** Its state; null before its first report. */
  on: boolean | null;
  since: number;
  /** False when it contradicts the evidence. */
  believed: boolean;
  /** Whether it was on while driving: only then does "off" while moving mean that the engine is off. */
  proven: boolean;
  /** Since when it is not trusted, the reason, and the seconds of evidence. */
  doubt: { since: number; reason: WireFinding; seconds: number } | null;
  /** Recent evidence; older evidence fades. */
  evidence: WireEvidence;
  /** The drives with the wire off since it was last on; omitted before the first one. */
  offWays?: OffWays;
  /** When it was last on, and last on while driving; omitted before that. */
  onAt?: number;
  drivenAt?: number;
  /** Seconds of driving since it went off while driving; omitted where it went off while standing, or is on. */
  offOnWayS?: number;
}

/** Drives with a rest between them: a vehicle is towed once, or there and back. */
export interface OffWays {
  count: number;
  /** Seconds of the newest drive. */
  seconds: number;
  lastAt: number;
  /** The first moment after the report that precedes the first drive. */
  from: number;
}

/**
 * Why a wire is not trusted: on during long standing while the alternator was at rest; on during hours of standing
 * without ever being off; off while driving.
 */
export const WIRE_FINDINGS = ['onAtRest', 'onStanding', 'offDriving'] as const;
export type WireFinding = (typeof WIRE_FINDINGS)[number];

export interface WireEvidence {
  onAtRestS: number;
  /** Since it was last off: it does not fade. */
  onStandingS: number;
  offStandingS: number;
  offDrivingS: number;
  onDrivingS: number;
}

/** Returns a wire before its first report. */
export function newWire(): Wire {
  return { on: null, since: 0, believed: true, proven: false, doubt: null, evidence: noEvidence() };
}

function noEvidence(): WireEvidence {
  return { onAtRestS: 0, onStandingS: 0, offStandingS: 0, offDrivingS: 0, onDrivingS: 0 };
}

/**
 * Standing counts as long from here on. (A driver may wait for a quarter of an hour with the radio on and the engine
 * off.)
 */
export const LONG_STANDING_S = 600;
const ON_AT_REST_S = 1800;
const ON_STANDING_S = 6 * 3600;
const OFF_DRIVING_S = 300;
/** The limit for a wire that was right before: two long tows are no evidence against it. */
const OFF_DRIVING_PROVEN_S = 1500;
const PROVEN_S = 60;
/** A wire that was right before and is off on this many drives with a rest between them was cut. */
const CUT_WAYS = 3;
const WAY_S = 20;
/**
 * A wire that goes off while driving and remains off for this long was cut: a carried vehicle would have been loaded
 * while standing.
 */
const CUT_ON_WAY_MS = 60_000;
/** Between reports further apart the vehicle may have stood. */
const ON_WAY_MS = 150_000;
/**
 * If the vehicle cannot have been loaded in between, reports may be this far apart, as from a device that reports every
 * five minutes.
 */
const SELDOM_ON_WAY_MS = 330_000;
/** The shortest time in which a vehicle can be loaded, seconds. */
export const LOADED_S = 180;
const REST_MS = 600_000;
/** The wire is trusted once more after this much correct and hardly any wrong evidence. */
const RIGHT_STANDING_S = 4 * 3600;
const RIGHT_DRIVING_S = 1800;
const HARDLY = 0.1;
/** Evidence fades with this time constant: a wire's behaviour a week ago says nothing about it now. */
const FADES_S = 12 * 3600;

/**
 * Processes a report of the wire. A report of off proves that it is not always on, however seldom the device reports.
 * @param moving whether the vehicle surely moves
 * @param wentOn whether it surely did not stand for long since the previous report; omitted if unknown
 */
export function readWire(wire: Wire, on: boolean, time: number, moving: boolean, wentOn?: boolean): void {
  if (!on) {
    wire.evidence.onStandingS = 0;
    if (wire.doubt?.reason === 'onStanding') believe(wire);
  }
  const sinceReportedOnMs = time - (wire.onAt ?? -Infinity);
  if (on) {
    wire.offWays = undefined;
    wire.offOnWayS = undefined;
    wire.onAt = time;
    if (moving) wire.drivenAt = time;
  }
  if (on === wire.on) return;
  const sinceMs = time - (wire.drivenAt ?? -Infinity);
  const seldom = wentOn === true && sinceReportedOnMs > ON_WAY_MS && sinceReportedOnMs <= SELDOM_ON_WAY_MS;
  if (!on && moving && (sinceMs <= ON_WAY_MS || seldom)) wire.offOnWayS = 0;
  wire.on = on;
  wire.since = time;
}

/** Some seconds of evidence about a wire. */
export interface Weighed {
  seconds: number;
  phase: 'driving' | 'standing' | null;
  /** Whether the engine runs by its voltage; null where unknown. */
  running: boolean | null;
  now: number;
  standingS?: number;
  /** Seconds for which it seems to have been carried. */
  carriedS?: number;
}

/** Weighs some seconds as evidence about the wire. */
export function weighWire(wire: Wire, weighed: Weighed): void {
  const { seconds, phase, running, now, standingS = 0 } = weighed;
  const { evidence } = wire;
  if (wire.offOnWayS !== undefined) watchOffOnWay(wire, phase === 'driving' ? seconds : 0, running, standingS);
  if (phase === null || wire.on === null) return;
  fade(evidence, seconds);
  if (phase === 'driving') {
    if (wire.on) {
      evidence.onDrivingS += seconds;
      wire.proven ||= evidence.onDrivingS >= PROVEN_S;
    }
    if (!wire.on && running !== false) {
      evidence.offDrivingS += seconds;
      countWay(wire, weighed);
    }
  } else if (!wire.on) evidence.offStandingS += seconds;
  else if (running === false) evidence.onAtRestS += seconds;
  else if (running === null) evidence.onStandingS += seconds;
  if (wire.believed) suspect(wire, now);
  else if (isRight(evidence)) believe(wire);
}

function countWay(wire: Wire, { seconds, now, carriedS = 0 }: Weighed): void {
  const known = wire.offWays;
  const isNew = !known || now - known.lastAt >= REST_MS;
  // Includes the seconds before movement was certain, which may already belong to the tow.
  const from = known?.from ?? now - Math.max(seconds, carriedS) * 1000 + 1;
  const ways = isNew ? { count: known?.count ?? 0, seconds: 0, lastAt: now, from } : known;
  const before = ways.seconds;
  ways.seconds += seconds;
  ways.lastAt = now;
  if (before < WAY_S && ways.seconds >= WAY_S) ways.count += 1;
  wire.offWays = ways;
}

/**
 * Counts the driving since the wire went off while driving, up to a halt in which the vehicle could have been loaded.
 */
function watchOffOnWay(wire: Wire, drivenS: number, running: boolean | null, standingS: number): void {
  const isOver = !wire.believed || standingS >= LOADED_S || running === false;
  wire.offOnWayS = isOver ? undefined : (wire.offOnWayS ?? 0) + drivenS;
}

/**
 * True when it went off while driving and the vehicle has not stood since: then the engine runs, whatever the wire
 * reports.
 */
export const isOffOnWay = ({ offOnWayS, on }: Wire): boolean => on === false && offOnWayS !== undefined;

/** Distrusts a wire that went off while driving and is still off while the vehicle drives a minute later. */
export function judgeOffOnWay(wire: Wire, now: number): void {
  const { offOnWayS = 0, since, on } = wire;
  if (on === false && offOnWayS >= WAY_S && now - since >= CUT_ON_WAY_MS) distrust(wire, 'offDriving', offOnWayS, now);
}

function suspect(wire: Wire, now: number): void {
  const { onAtRestS, onStandingS, offStandingS, offDrivingS, onDrivingS } = wire.evidence;
  const found: [WireFinding, number] | null =
    onAtRestS >= ON_AT_REST_S && onAtRestS >= offStandingS
      ? ['onAtRest', onAtRestS]
      : (wire.offWays?.count ?? 0) >= CUT_WAYS ||
          (offDrivingS >= (wire.proven ? OFF_DRIVING_PROVEN_S : OFF_DRIVING_S) && offDrivingS >= onDrivingS)
        ? ['offDriving', offDrivingS]
        : onStandingS >= ON_STANDING_S
          ? ['onStanding', onStandingS]
          : null;
  if (found) distrust(wire, ...found, now);
}

/** Distrusts a wire that is off, when the drives that follow show that it was cut. */
export const believeCut = (wire: Wire, seconds: number, now: number): void =>
  distrust(wire, 'offDriving', seconds, now);

/** Resets the evidence once it has been judged: only later evidence counts. */
export const forgetEvidence = (wire: Wire): void => void (wire.evidence = noEvidence());

function distrust(wire: Wire, reason: WireFinding, seconds: number, now: number): void {
  wire.believed = false;
  wire.proven = false;
  wire.offWays = undefined;
  wire.offOnWayS = undefined;
  wire.doubt = { since: now, reason, seconds: Math.round(seconds) };
  wire.evidence = noEvidence();
}

function isRight({ onAtRestS, onStandingS, offStandingS, offDrivingS, onDrivingS }: WireEvidence): boolean {
  return (
    offStandingS >= RIGHT_STANDING_S &&
    onDrivingS >= RIGHT_DRIVING_S &&
    onAtRestS + onStandingS <= HARDLY * offStandingS &&
    offDrivingS <= HARDLY * onDrivingS
  );
}

function believe(wire: Wire): void {
  wire.believed = true;
  wire.doubt = null;
}

function fade(evidence: WireEvidence, seconds: number): void {
  const left = Math.max(0, 1 - seconds / FADES_S);
  evidence.onAtRestS *= left;
  evidence.offStandingS *= left;
  evidence.offDrivingS *= left;
  evidence.onDrivingS *= left;
}
