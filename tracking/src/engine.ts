import type { Attributes } from '@milepost/protocols/types';
import type { EngineSource } from './fact.ts';
import type { IgnitionSource } from './settings.ts';
import { confirmAlone, isDistinct, newVoltage, readVoltage, type VoltageLevels } from './voltage.ts';
import {
  isOffOnWay,
  judgeOffOnWay,
  LOADED_S,
  LONG_STANDING_S,
  newWire,
  readWire,
  weighWire,
  type Wire,
} from './wire.ts';

/** The known state of an engine, and its source. Plain JSON; times in epoch milliseconds. */
export interface EngineState {
  /** Whether the engine runs; null when unknown. */
  on: boolean | null;
  since: number;
  source: EngineSource;
  wire: Wire;
  voltage: VoltageLevels;
  revolutions: Revolutions;
  /** Time of the previous observation. */
  at: number | null;
}

interface Revolutions {
  rpm: number | null;
  at: number;
  /** When the value last changed: a frozen value is no evidence. */
  changedAt: number;
  /** Whether it has ever reported a running engine. */
  proven: boolean;
}

/** A report's engine values, and what the vehicle did. */
export interface EngineSeen {
  time: number;
  attributes: Attributes;
  /** Whether it surely moves, by its speed and by its coordinates. */
  moving: boolean;
  /** Seconds since it came to a halt; 0 while it moves. */
  standingS: number;
  /**
   * The longest time for which it can have stood since the previous report; null where it is not needed, omitted where
   * it is unknown.
   */
  stoodS?: number | null;
  /** Seconds for which it seems to have been carried with its engine off; 0 or omitted: it is not carried. */
  carriedS?: number;
}

/** Returns an engine in unknown state. */
export function newEngine(): EngineState {
  return {
    on: null,
    since: 0,
    source: 'movement',
    wire: newWire(),
    voltage: newVoltage(),
    revolutions: { rpm: null, at: 0, changedAt: 0, proven: false },
    at: null,
  };
}

/** An engine that ran before and after a silence of up to this many seconds counts as running in between. */
export const HOLD_ON_S = 900;

/**
 * Certain movement requires this speed, km/h, and this distance from the previous fix: noise at rest never has both.
 */
export const PLAIN_KPH = 10;
export const PLAIN_M = 20;

/** Reports further apart than this say nothing about the time between them. Standing devices report once an hour. */
const LONGEST_DRIVING_S = 330;
const LONGEST_STANDING_S = 3900;
const RUNNING_RPM = 300;
const FROZEN_MS = 600_000;
const FRESH_MS = 120_000;
const LONGEST_WITNESS_S = 600;

/**
 * Processes a report and updates `on`, `since` and `source`. When this report reveals that a working wire was cut while
 * parked, returns the time from which the wire is not to be believed; otherwise null.
 */
export function observeEngine(engine: EngineState, seen: EngineSeen, choice: IgnitionSource): number | null {
  const { time, attributes, moving, standingS, stoodS, carriedS = 0 } = seen;
  const phase = moving ? 'driving' : standingS >= LONG_STANDING_S ? 'standing' : null;
  // A carried vehicle is no evidence of a driving engine; only its first minutes count as evidence against the wire.
  const witness = carriedS > LONGEST_WITNESS_S ? null : phase;
  const { wire, voltage } = engine;
  let cutFrom: number | null = null;
  if (engine.at !== null) {
    const seconds = (time - engine.at) / 1000;
    const isSeen = seconds <= (moving ? LONGEST_DRIVING_S : LONGEST_STANDING_S);
    if (isSeen && wire.on !== null) {
      const { proven, offWays } = wire;
      // The drive up to a report of ignition on may have had the ignition on throughout.
      const isReported = moving && attributes.ignition === true && !wire.on;
      weighWire(wire, {
        seconds,
        phase: isReported ? null : witness,
        running: voltage.running,
        now: time,
        standingS,
        carriedS,
      });
      const isCut = proven && wire.doubt?.since === time && wire.doubt.reason === 'offDriving';
      if (isCut && offWays && choice === 'automatic') cutFrom = offWays.from;
    }
  }
  engine.at = time;
  const { ignition, powerV, engineRpm } = attributes;
  if (ignition !== undefined) readWire(wire, ignition, time, moving, typeof stoodS === 'number' && stoodS < LOADED_S);
  if (moving) judgeOffOnWay(wire, time);
  if (powerV !== undefined) readVoltage(voltage, powerV, carriedS > 0 ? null : phase, time);
  if (typeof engineRpm === 'number') readRevolutions(engine.revolutions, engineRpm, time);
  chooseEngineSource(engine, seen, choice);
  return cutFrom;
}

/**
 * Called before the next report of a standing vehicle: a low voltage that was not contradicted for long means that the
 * engine is off.
 */
export function confirmOff(engine: EngineState, now: number, choice: IgnitionSource): void {
  if (confirmAlone(engine.voltage, now)) chooseEngineSource(engine, { time: now, moving: false }, choice);
}

function readRevolutions(revolutions: Revolutions, rpm: number, time: number): void {
  if (rpm !== revolutions.rpm) revolutions.changedAt = time;
  if (rpm >= RUNNING_RPM && revolutions.rpm !== null && revolutions.rpm !== rpm) revolutions.proven = true;
  revolutions.rpm = rpm;
  revolutions.at = time;
}

/** Chooses the source from the values read so far, and adopts its state. */
export function chooseEngineSource(
  engine: EngineState,
  { time, moving, stoodS }: Pick<EngineSeen, 'time' | 'moving' | 'stoodS'>,
  choice: IgnitionSource,
): void {
  const { wire, voltage } = engine;
  const source = sourceNow(engine, time, moving, choice);
  const { revolutions } = engine;
  const on =
    source === 'movement'
      ? null
      : source === 'wire'
        ? wire.on || (moving && stoodS !== undefined && isOffOnWay(wire))
        : source === 'voltage'
          ? voltage.running
          : (revolutions.rpm ?? 0) > 0;
  const before = engine.source;
  engine.source = source;
  if (on === engine.on) return;
  engine.on = on;
  engine.since = Math.max(sinceOf(engine, time, before), engine.since);
}

/** Returns the time since when the source has had its current state. */
function sinceOf({ source, wire, voltage }: EngineState, time: number, before: EngineSource): number {
  if (source === 'voltage') return voltage.since;
  if (source !== 'wire') return time;
  // An overruled wire counts from when the voltage agrees with it.
  return before === 'voltage' && voltage.running === wire.on ? Math.max(wire.since, voltage.since) : wire.since;
}

/** Returns the source to use now. */
function sourceNow(engine: EngineState, time: number, moving: boolean, choice: IgnitionSource): EngineSource {
  const { wire, voltage } = engine;
  // A reading from before the departure is no evidence about the engine now.
  const isFresh = !moving || time - voltage.at <= FRESH_MS;
  const byVoltage = voltage.running === null || !isFresh ? 'movement' : 'voltage';
  if (choice === 'movement') return 'movement';
  if (choice === 'wire') return wire.on === null ? 'movement' : 'wire';
  if (choice === 'voltage') return byVoltage;
  if (reportsRevolutions(engine.revolutions, time)) return 'engineRpm';
  if (wire.on === null || !wire.believed) return byVoltage;
  // Where wire and voltage disagree, the voltage shows the engine itself: the key may be turned with the engine off.
  if (wire.on) return voltage.running === false && !moving ? 'voltage' : 'wire';
  const overruled = engine.source === 'voltage' && engine.on === true;
  if (voltage.running === true && (moving || overruled)) return 'voltage';
  // A wire that is off while the vehicle moves, and was never on, may not be connected.
  return moving && !wire.proven ? byVoltage : 'wire';
}

function reportsRevolutions({ proven, rpm, at, changedAt }: Revolutions, time: number): boolean {
  return proven && rpm !== null && time - at < FROZEN_MS && (rpm === 0 || time - changedAt < FROZEN_MS);
}

/** A shorter time off while moving is a loose contact; by voltage or revolutions, a dip. */
const LOOSE_MS = 60_000;
const DIP_MS = 600_000;

/** True when a moving vehicle is carried: its engine is surely off, and already was before. */
export function isCarried({ on, since, source, wire, voltage }: EngineState, at: number): boolean {
  if (on !== false || (source === 'wire' && !wire.proven) || (source === 'voltage' && !isDistinct(voltage)))
    return false;
  return at - since >= (source === 'wire' ? LOOSE_MS : DIP_MS);
}
