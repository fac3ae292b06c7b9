import { lowSince, type MotionState } from '@milepost/tracking/motion';
import { type DeviceState, motionOf, type StoredMotion } from '../store/devices/device-states.ts';

/** The newest state of a device, as far as other parts than ingest need it: what browsers show of it, and its clock. */
export type ShownState = Pick<
  DeviceState,
  | 'deviceId'
  | 'heardAt'
  | 'fixTime'
  | 'receivedAt'
  | 'lat'
  | 'lon'
  | 'speedKph'
  | 'courseDeg'
  | 'flags'
  | 'satellites'
  | 'batteryPercent'
  | 'powerMv'
  | 'rssi'
  | 'fixByReceipt'
  | 'clockSays'
  | 'motion'
>;

/** The form in which a state is sent to other processes. */
export interface SentState extends Omit<ShownState, 'motion'> {
  motion: StoredMotion;
}

/** Leaves out what is not shown: attributes, and most of the state of motion. */
export function sentState(state: ShownState): SentState {
  return {
    deviceId: state.deviceId,
    heardAt: state.heardAt,
    fixTime: state.fixTime,
    receivedAt: state.receivedAt,
    lat: state.lat,
    lon: state.lon,
    speedKph: state.speedKph,
    courseDeg: state.courseDeg,
    flags: state.flags,
    satellites: state.satellites,
    batteryPercent: state.batteryPercent,
    powerMv: state.powerMv,
    rssi: state.rssi,
    fixByReceipt: state.fixByReceipt,
    clockSays: state.clockSays,
    motion: sentMotion(state.motion),
  };
}

export const shownState = (sent: SentState): ShownState => ({ ...sent, motion: motionOf(sent.motion) });

/** Only a voltage that fell lately changes the motion by time alone, which takes the whole engine. */
function sentMotion(state: MotionState): StoredMotion {
  const { motion, since, ignition, at, intervalS, slowSince, engine } = state;
  const { on, since: onSince, source } = engine;
  const sent = lowSince(state) === null ? { on, since: onSince, source } : engine;
  return { motion, since, ignition, at, intervalS, slowSince, engine: sent };
}
