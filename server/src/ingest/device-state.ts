import { FAULT_DAYS } from '@milepost/contract/engine-constants';
import type { Attributes, Message } from '@milepost/protocols/types';
import { advanceMotion, copyMotion, newMotion } from '@milepost/tracking/motion';
import { type Position, positionFlags, sealedFlags } from '@milepost/tracking/position';
import { isUsableTime } from '@milepost/tracking/usable-time';
import type { DeviceState } from '../store/devices/device-states.ts';
import { timeOfClock } from './clock-time.ts';
import { ownText } from '../own-text.ts';
import { setOwn } from './set-own.ts';
import type { Installation } from '../store/fleet/installations.ts';

/** The maximum of attributes stored per device: phones choose names freely and could add new ones for ever. */
const MAX_ATTRIBUTES = 256;

export const newDeviceState = (deviceId: number): DeviceState => ({
  deviceId,
  heardAt: 0,
  fixTime: null,
  receivedAt: null,
  lat: null,
  lon: null,
  altitudeM: null,
  speedKph: 0,
  courseDeg: 0,
  flags: 0,
  satellites: null,
  batteryPercent: null,
  powerMv: null,
  rssi: null,
  attributes: {},
  motion: newMotion(),
  clockSays: null,
  clockFaults: {},
  fixByReceipt: false,
});

/** Receipts of one device are in order; a step back by more than this means that our clock was set back. */
const CLOCK_WENT_BACK_MS = 60_000;

/** A copy, unaffected by further reports. */
export const copyOf = (state: DeviceState): DeviceState => ({ ...state, motion: copyMotion(state.motion) });

/** The settings by which a device's reports are interpreted, as people chose them for its installation. */
type Reading = Pick<Installation, 'ignitionSource' | 'speedFactor' | 'privateTime'>;
const DEFAULT_READING: Reading = { ignitionSource: 'automatic', speedFactor: 1 };

/** Milliseconds. A trusted position fresher than this is not replaced by one that is dated by its receipt. */
const TRUSTED_MS = 5 * 60_000;

/**
 * Applies one message to the state of its device. A message older than the newest fix only updates the last contact:
 * the live state follows the device's clock, not the order of arrival. A time ahead of our clock counts as the time of
 * receipt, so that it does not hide later reports. A position with an impossible time, or none, is dated by its receipt
 * unless a trusted one is fresh, so that a device with a wrong clock is on the map.
 * @param isPrivate in private time the last public place stays
 */
export function advanceDevice(
  state: DeviceState,
  message: Message,
  position: Position | null,
  receivedAt: number,
  { ignitionSource, speedFactor, privateTime }: Reading = DEFAULT_READING,
  isPrivate = false,
): void {
  // A receipt in the future dates from when our clock was ahead; it must not hide the messages until then.
  const ownClockWentBack = state.heardAt > receivedAt + CLOCK_WENT_BACK_MS;
  state.heardAt = ownClockWentBack ? receivedAt : Math.max(state.heardAt, receivedAt);
  const clock = timeOfClock(position ? position.fixTime : message.deviceTime);
  const isWrong = clock !== null && !isUsableTime(clock, receivedAt);
  const { attributes } = message;
  // Stored so that people can find devices whose trips are missing because of their clock.
  if (clock !== null) state.clockSays = isWrong ? clock : null;
  if (isWrong) {
    countClockFault(state, receivedAt);
    // An archived position is not current and cannot be dated in any other way; it is still better than no position at
    // all.
    if (attributes.archived && state.fixTime !== null) return;
  }
  const byReceipt = isWrong || clock === null;
  const moment = byReceipt ? receivedAt : clock;
  const time = Math.min(moment, receivedAt);
  if (isWrong && isTrustedFresh(state, receivedAt)) return;
  const corrects = state.fixByReceipt && !byReceipt && !attributes.archived;
  if (isLate(state, time, moment) && !corrects) return;

  state.satellites = attributes.satellites ?? (position ? null : state.satellites);
  state.batteryPercent = attributes.batteryPercent ?? state.batteryPercent;
  state.powerMv = attributes.powerV === undefined ? state.powerMv : attributes.powerV * 1000;
  state.rssi = attributes.rssi ?? state.rssi;
  // Alarm and event belong to their report; other attributes are valid until the device reports a new value.
  state.attributes = remember(state.attributes, attributes, privateTime?.button?.attribute);
  const fix = position?.valid ? position : null;
  const speedKph = fix && fix.speedKph * speedFactor;
  advanceMotion(state.motion, { time, speedKph, place: fix, attributes }, ignitionSource);
  if (position) state.flags = isPrivate ? sealedFlags(position) : positionFlags(position);
  const found = position ? fix : untimed(message, state, receivedAt);
  // Without a public place, a private one shows nothing.
  if (!found || (isPrivate && state.lat === null)) return;
  state.fixTime = moment;
  state.receivedAt = receivedAt;
  state.fixByReceipt = byReceipt;
  state.speedKph = found.speedKph * speedFactor;
  if (isPrivate) return;
  state.lat = found.lat;
  state.lon = found.lon;
  state.altitudeM = found.altitudeM;
  state.courseDeg = found.courseDeg;
}

const NO_MOVEMENT = { altitudeM: null, speedKph: 0, courseDeg: 0 };

/** The coordinates of a message without a usable time; null when it has none or a trusted position is fresh. */
function untimed({ coordinates }: Message, state: DeviceState, receivedAt: number) {
  return coordinates && !isTrustedFresh(state, receivedAt) ? { ...NO_MOVEMENT, ...coordinates } : null;
}

/** True when the position of a state has a plausible time and was received recently. */
function isTrustedFresh({ fixTime, receivedAt, fixByReceipt }: DeviceState, now: number): boolean {
  return fixTime !== null && !fixByReceipt && now - (receivedAt ?? fixTime) < TRUSTED_MS;
}

/**
 * True when it is older than the newest fix: by times capped at their receipt and, if those are equal, by the device's
 * clock.
 */
function isLate({ fixTime, receivedAt }: DeviceState, time: number, moment: number): boolean {
  if (fixTime === null) return false;
  const newest = Math.min(fixTime, receivedAt ?? fixTime);
  return time < newest || (time === newest && moment < fixTime);
}

/** Counts a report with an impossible time on the day of its receipt and drops old counts. */
function countClockFault(state: DeviceState, receivedAt: number): void {
  const day = utcDay(receivedAt);
  const since = utcDay(receivedAt - FAULT_DAYS * 86_400_000);
  const lately = Object.entries(state.clockFaults).filter(([each]) => each >= since);
  // A new object each time, since copies of the state share it.
  state.clockFaults = { ...Object.fromEntries(lately), [day]: (state.clockFaults[day] ?? 0) + 1 };
}

const utcDay = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/**
 * The newest value of each, up to the limit, which does not apply to the button of private time. A new object each time,
 * since copies of the state share it.
 */
function remember(known: Attributes, news: Attributes, button?: string): Attributes {
  const all: Attributes = { ...known };
  let isLarger = false;
  for (const name in news) {
    if (OF_ONE_REPORT.has(name)) continue;
    isLarger ||= !Object.hasOwn(known, name);
    setOwn(all, name, owned(news[name], known[name]));
  }
  if (!isLarger || Object.keys(all).length <= MAX_ATTRIBUTES) return all;
  const first = Object.entries(all).slice(0, MAX_ATTRIBUTES);
  if (button !== undefined && Object.hasOwn(all, button)) first.push([button, all[button]]);
  return Object.fromEntries(first);
}

/** Attributes that describe their report only and are not remembered. */
const OF_ONE_REPORT: ReadonlySet<string> = new Set(['alarm', 'event', 'archived']);

/**
 * A value that is safe to retain: the one already known, or a copy, since a string may be a slice of its frame of up to
 * 64 KB.
 */
function owned(value: Attributes[string], known: Attributes[string]): Attributes[string] {
  if (typeof value === 'string') return value === known ? known : ownText(value);
  return typeof value === 'object' ? value.map(ownText) : value;
}
