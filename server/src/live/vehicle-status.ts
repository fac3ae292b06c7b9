import type { LiveState } from '@milepost/contract/live';
import { STATE_FLAG, VEHICLE_STATUSES, type VehicleStatus } from '@milepost/contract/live-constants';
import { certainForS, connectivityAt } from '@milepost/tracking/connectivity';
import { motionAt } from '@milepost/tracking/motion';
import { POSITION_FLAG } from '@milepost/tracking/position';
import type { ShownState } from '../bus/shown-state.ts';
import { expiredSince, type Gap } from '../store/subscriptions/expiry.ts';

/**
 * The newest moment that the device reported about: the time of its newest report, or of our receipt when the report
 * has no time (a heartbeat). Yesterday's backlog contains nothing about the present, so its vehicle is not shown as
 * running.
 */
const reportedAt = (state: ShownState | null): number | null => state && (state.motion.at ?? state.heardAt);

/**
 * Combines motion and connectivity into the one status that people see: running, idle, stopped, inactive, never, or
 * silent (decision 31). A heartbeat contains nothing about movement, so a vehicle counts as running only because of
 * recent positions.
 * @param stopSince the beginning of the current stop, if known, which every display of the standing time uses. Motion
 * itself restarts when the engine is switched off and after a silence, and misses late data
 */
export function vehicleStatus(
  state: ShownState | null,
  now: number,
  stopSince?: number,
): { status: VehicleStatus; since: number | null } {
  const connectivity = connectivityAt(now, reportedAt(state));
  if (!state || connectivity === 'never') return { status: 'never', since: null };
  if (connectivity === 'inactive') return { status: 'inactive', since: reportedAt(state) };
  const { motion, since } = motionAt(state.motion, now);
  const seenAt = motion === 'running' ? (state.fixTime ?? state.motion.at) : state.motion.at;
  const goesOn = motion === 'running' || motion === 'idle';
  if (goesOn && seenAt !== null && now - seenAt > certainForS(state.motion.intervalS) * 1000) {
    return { status: 'silent', since: seenAt };
  }
  // Too little data to decide. No movement was reported, so it is shown as stopped.
  const stands = motion === 'unknown' || motion === 'stopped';
  if (stands) return { status: 'stopped', since: stopSince ?? (motion === 'unknown' ? state.motion.at : since) };
  return { status: motion, since };
}

/**
 * The same, but expired when the subscription has run out, whatever the device reports; its state is still sent besides
 * (decision 41).
 */
export function paidStatus(
  state: ShownState | null,
  now: number,
  gaps: readonly Gap[],
  stopSince?: number,
): { status: VehicleStatus; since: number | null } {
  const expired = expiredSince(gaps, now);
  return expired === null ? vehicleStatus(state, now, stopSince) : { status: 'expired', since: expired };
}

/** The state of a vehicle in the form sent to browsers. */
export function liveState(
  vehicleId: number,
  state: ShownState | null,
  now: number,
  gaps: readonly Gap[] = [],
  stopSince?: number,
): LiveState {
  const { status, since } = paidStatus(state, now, gaps, stopSince);
  const code = VEHICLE_STATUSES.indexOf(status);
  if (!state) return [vehicleId, code, since, null, null, 0, 0, null, null, 0, null, null, null, null];
  return [
    vehicleId,
    code,
    since,
    state.lat,
    state.lon,
    Math.round(state.speedKph * 10) / 10,
    Math.round(state.courseDeg) % 360,
    state.fixTime,
    reportedAt(state),
    flagsOf(state, now),
    state.satellites,
    state.batteryPercent,
    state.powerMv === null ? null : state.powerMv / 1000,
    state.rssi,
  ];
}

function flagsOf(state: ShownState, now: number): number {
  const { ignition } = state.motion;
  let flags = ignition === null ? 0 : STATE_FLAG.ignitionKnown | (ignition ? STATE_FLAG.ignitionOn : 0);
  if (state.flags & POSITION_FLAG.valid) flags |= STATE_FLAG.fixValid;
  if (state.flags & POSITION_FLAG.private) flags |= STATE_FLAG.private;
  if (state.flags & POSITION_FLAG.archived) flags |= STATE_FLAG.archived;
  if (connectivityAt(now, reportedAt(state)) === 'online') flags |= STATE_FLAG.online;
  return flags;
}
