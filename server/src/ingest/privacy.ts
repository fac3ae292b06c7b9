import type { Attributes, Message } from '@milepost/protocols/types';
import { isPrivateAt } from '@milepost/tracking/private-time';
import type { InstalledAt } from '../facts/directory.ts';
import type { DeviceState } from '../store/devices/device-states.ts';
import type { Installation } from '../store/fleet/installations.ts';
import type { DeviceRecords } from './device-records.ts';

interface Of {
  deviceId: number;
  state: DeviceState;
}

/** What late reports say about buttons, by the state of their device: the state itself only knows the present. */
const lateValues = new WeakMap<DeviceState, { time: number; attributes: Attributes }>();

/**
 * Decides whether a report is private: by the vehicle in which the device was at the moment of the report, whenever it
 * arrives. Without one it counts for the vehicle in which the device was last, also in its former organisation. The button
 * of the device holds until it reports another value. See docs/decisions/0180.
 */
export function createPrivacy(
  installations: Pick<InstalledAt, 'judging'>,
  records: Pick<DeviceRecords, 'former'>,
): (of: Of, message: Message, time: number) => boolean {
  const judging = (deviceId: number, time: number): readonly Installation[] => {
    let found = installations.judging(deviceId, time);
    let former = records.former(deviceId);
    while (found.length === 0 && former !== null) {
      found = installations.judging(former, time);
      former = records.former(former);
    }
    return found;
  };
  return ({ deviceId, state }, { attributes }, time) => {
    let isPrivate = false;
    for (const { privateTime } of judging(deviceId, time)) {
      if (!privateTime) continue;
      const known = privateTime.button ? valuesBefore(state, attributes, time, privateTime.button.attribute) : {};
      isPrivate ||= isPrivateAt(privateTime, time, known);
    }
    return isPrivate;
  };
}

/** The value of a button at a time, as far as it was reported. */
function valuesBefore(state: DeviceState, own: Attributes, time: number, name: string): Attributes {
  const isLate = state.fixTime !== null && time < state.fixTime;
  if (Object.hasOwn(own, name)) {
    if (isLate) lateValues.set(state, { time, attributes: { [name]: own[name] } });
    return own;
  }
  const late = lateValues.get(state);
  return isLate && late && late.time <= time && Object.hasOwn(late.attributes, name)
    ? late.attributes
    : state.attributes;
}
