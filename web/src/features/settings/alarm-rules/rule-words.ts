import type { AlarmCondition } from '@milepost/contract/alarm-condition';
import type { AlarmRule } from '@milepost/contract/alarm-rule-routes';
import type { TFunction } from 'i18next';
import { formatDecimal, formatDuration, formatNumber, formatSpeedAndUnit } from '../../../text/format.ts';
import { hoursText } from '../../../ui/weekly-hours/hours-text.ts';

/** What a rule is about, in words: "faster than 90 km/h". */
export function conditionWords(t: TFunction, condition: AlarmCondition, fences: readonly { name: string }[]): string {
  const words = (key: string, values: Record<string, unknown> = {}) => t(`alarm-rules.says.${key}`, values);
  const fence = fences.length === 0 ? t('alarm-rules.any-fence') : fences.map(({ name }) => name).join(', ');
  switch (condition.kind) {
    case 'overspeed':
      return condition.limitKph === null
        ? words('overspeed-there')
        : words('overspeed', { speed: formatSpeedAndUnit(condition.limitKph) });
    case 'overStay':
    case 'idling':
    case 'noData':
    case 'driverWithoutTag':
      return words(condition.kind, { time: formatDuration(condition.afterS) });
    case 'geofenceEnter':
    case 'geofenceExit':
      return words(condition.kind, { fence });
    case 'geofenceDwell':
    case 'routeDeviation':
      return words(condition.kind, { fence, time: formatDuration(condition.afterS) });
    case 'device':
      return words('device', { codes: condition.codes.map((code) => codeText(t, code)).join(', ') });
    case 'unauthorisedMovement':
      return words('unauthorisedMovement', { hours: hoursText(condition.workingHours) });
    case 'tow':
      return words('tow');
    case 'temperature':
      return temperatureWords(t, condition);
    case 'lowBattery':
      return words('lowBattery', { percent: formatNumber(condition.belowPercent) });
    case 'fuelDrop':
      return words('fuelDrop', { litres: formatNumber(condition.dropL), time: formatDuration(condition.withinS) });
  }
  return condition satisfies never;
}

function temperatureWords(t: TFunction, { minC, maxC }: Extract<AlarmCondition, { kind: 'temperature' }>): string {
  const [min, max] = [minC, maxC].map((value) => (value === null ? '' : `${formatDecimal(value)} °C`));
  const key = minC === null ? 'above' : maxC === null ? 'below' : 'outside';
  return t(`alarm-rules.says.temperature-${key}`, { min, max });
}

export const codeText = (t: TFunction, code: string): string => t(`alarm.${code}`, { defaultValue: code });

/** For whom a rule holds: "all vehicles", "North, SBA 1234". */
export function whoWords(t: TFunction, rule: AlarmRule): string {
  if (rule.allVehicles) return t('alarm-rules.all-vehicles');
  return [...rule.groups, ...rule.vehicles].map(({ name }) => name).join(', ');
}

/** Who is told, and how. */
export function tellWords(t: TFunction, { channels, people }: AlarmRule): string {
  const who = [...(channels.everyone ? [t('alarm-rules.everyone')] : []), ...people.map(({ name }) => name)].join(', ');
  const how = (['bell', 'push', 'mail'] as const).filter((channel) => channels[channel]);
  if (who === '' || how.length === 0) return t('alarm-rules.nobody-told');
  return `${who} · ${how.map((channel) => t(`alarm-rules.channel.${channel}`)).join(', ')}`;
}
