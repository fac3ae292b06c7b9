import { FAULT_DAYS } from '@milepost/contract/engine-constants';
import type { Attributes, Message } from '@milepost/protocols/types';
import { advanceMotion, copyMotion, newMotion } from '@milepost/tracking/motion';
import { type Position, positionFlags } from '@milepost/tracking/position';
import { isUsableTime } from '@milepost/tracking/usable-time';
import type { DeviceState } from '../store/devices/device-states.ts';
import type { Installation } from '../store/fleet/installations.ts';

/** Names that the state of a device remembers: phones name their attributes freely, and could name new ones for ever. */
const MOST_ATTRIBUTES = 256;

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
});

/** A state as it is now, while the device goes on. */
export const copyOf = (state: DeviceState): DeviceState => ({ ...state, motion: copyMotion(state.motion) });

/** How what the device tells is to be read: as people chose for its installation. */
type Reading = Pick<Installation, 'ignitionSource' | 'speedFactor'>;
const AS_TOLD: Reading = { ignitionSource: 'automatic', speedFactor: 1 };

/**
 * Takes one message into the state of its device. Older than the newest fix, it changes only when the device was last
 * heard: the live state follows the device's clock, not the order of arrival. What is ahead of our clock counts as told
 * at its receipt, so that it hides nothing that comes after it.
 */
export function advanceDevice(
  state: DeviceState,
  message: Message,
  position: Position | null,
  receivedAt: number,
  { ignitionSource, speedFactor }: Reading = AS_TOLD,
): void {
  state.heardAt = Math.max(state.heardAt, receivedAt);
  const said = (position ? position.fixTime : message.deviceTime)?.getTime();
  // A device whose trips are missing for its clock has to be found.
  if (said !== undefined) state.clockSays = isUsableTime(said, receivedAt) || Number.isNaN(said) ? null : said;
  if (said !== undefined && state.clockSays !== null) countClockFault(state, receivedAt);
  const isAhead = said !== undefined && said > receivedAt;
  if (isAhead && !isUsableTime(said, receivedAt)) return;
  const time = isAhead ? receivedAt : (said ?? receivedAt);
  if (isLate(state, time, said ?? receivedAt)) return;

  const { attributes } = message;
  state.satellites = attributes.satellites ?? (position ? null : state.satellites);
  state.batteryPercent = attributes.batteryPercent ?? state.batteryPercent;
  state.powerMv = attributes.powerV === undefined ? state.powerMv : attributes.powerV * 1000;
  state.rssi = attributes.rssi ?? state.rssi;
  // An alarm or an event belongs to its own report; what is left holds until the device says otherwise.
  state.attributes = remember(state.attributes, attributes);
  const fix = position?.valid ? position : null;
  const speedKph = fix && fix.speedKph * speedFactor;
  advanceMotion(state.motion, { time, speedKph, place: fix, attributes }, ignitionSource);
  if (!position) return;
  state.flags = positionFlags(position);
  if (speedKph === null) return;
  state.fixTime = said ?? time;
  state.receivedAt = receivedAt;
  state.lat = position.lat;
  state.lon = position.lon;
  state.altitudeM = position.altitudeM;
  state.speedKph = speedKph;
  state.courseDeg = position.courseDeg;
}

/** Whether it is older than the newest fix, by the moments at which they can have been so; of one moment, by their clock. */
function isLate({ fixTime, receivedAt }: DeviceState, moment: number, said: number): boolean {
  if (fixTime === null) return false;
  const newest = Math.min(fixTime, receivedAt ?? fixTime);
  return moment < newest || (moment === newest && said < fixTime);
}

/** Counts a report of an impossible time on the day of its receipt; those of long ago tell nothing about the device now. */
function countClockFault(state: DeviceState, receivedAt: number): void {
  const day = utcDay(receivedAt);
  const since = utcDay(receivedAt - FAULT_DAYS * 86_400_000);
  const lately = Object.entries(state.clockFaults).filter(([each]) => each >= since);
  // Another object each time: copies of the state share this one.
  state.clockFaults = { ...Object.fromEntries(lately), [day]: (state.clockFaults[day] ?? 0) + 1 };
}

const utcDay = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/** Newest value of each; names beyond the limit are not taken up. Another object each time: copies of the state share it. */
function remember(known: Attributes, { alarm: _alarm, event: _event, archived: _archived, ...news }: Attributes) {
  const all: Attributes = { ...known, ...news };
  if (Object.keys(all).length <= MOST_ATTRIBUTES) return all;
  return Object.fromEntries(Object.entries(all).slice(0, MOST_ATTRIBUTES));
}
