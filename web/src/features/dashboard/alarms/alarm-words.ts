import type { AlarmRow } from '@milepost/contract/alarm-operations';
import type { TFunction } from 'i18next';
import { codeText, valueText } from '../../../text/alarm-value.ts';
import { formatSpeedAndUnit } from '../../../text/format.ts';

/** The subject: the geofence, or the device's code as text; null if the rule's name suffices. */
export function aboutText(t: TFunction, { fenceName, code }: Pick<AlarmRow, 'fenceName' | 'code'>): string | null {
  return fenceName ?? (code === null ? null : codeText(t, code));
}

/** The exceeded speed limit: that of the geofence or the organisation, or the rule's own. */
export const limitText = (alarm: Pick<AlarmRow, 'limitKph'>): string | null =>
  alarm.limitKph === null ? null : formatSpeedAndUnit(alarm.limitKph);

function valueAndLimit(t: TFunction, alarm: AlarmRow): string | null {
  const [value, limit] = [valueText(alarm), limitText(alarm)];
  return value !== null && limit !== null ? t('alarms.over-limit', { value, limit }) : value;
}

/**
 * The subject, value and limit in one line, without what the rule's name contains already; empty if nothing is left.
 */
export const detailText = (t: TFunction, alarm: AlarmRow): string =>
  [aboutText(t, alarm), valueAndLimit(t, alarm)].filter((part) => part !== null && part !== alarm.ruleName).join(' · ');

/** The address, or the coordinates. */
export function placeText({ address, place }: Pick<AlarmRow, 'address' | 'place'>): string | null {
  return address ?? (place ? `${place.lat.toFixed(5)}, ${place.lon.toFixed(5)}` : null);
}

/** One of the four states of an alarm; the name is a catalogue key. */
export type AlarmState = 'waiting' | 'acknowledged' | 'cleared-unseen' | 'cleared';

export function stateOf({ clearedAt, acknowledgedAt }: Pick<AlarmRow, 'clearedAt' | 'acknowledgedAt'>): AlarmState {
  if (clearedAt === null) return acknowledgedAt === null ? 'waiting' : 'acknowledged';
  return acknowledgedAt === null ? 'cleared-unseen' : 'cleared';
}
