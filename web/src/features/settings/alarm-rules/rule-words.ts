import type { AlarmRule } from '@milepost/contract/alarm-rule-operations';
import type { TFunction } from 'i18next';
import { formatDuration } from '../../../text/format.ts';
import type { FieldWords } from '../../../ui/form/meanwhile-note.tsx';
import { commandTitle } from '../../../ui/commands/command-text.ts';
import { listText } from '../../../text/list-text.ts';

/** The vehicles of a rule: "all vehicles", "Truck, North, SBA 1234". */
export function subjectText(t: TFunction, rule: AlarmRule): string {
  if (rule.allVehicles) return t('alarm-rules.all-vehicles');
  const types = rule.vehicleTypes.map((type) => t(`vehicle-type.${type}`));
  return listText([...types, ...[...rule.groups, ...rule.vehicles].map(({ name }) => name)]);
}

/** The recipients and the channels. */
export function notificationText(t: TFunction, { channels, people }: AlarmRule): string {
  const who = listText([...(channels.everyone ? [t('alarm-rules.everyone')] : []), ...people.map(({ name }) => name)]);
  const how = (['bell', 'push', 'mail'] as const).filter((channel) => channels[channel]);
  if (who === '' || how.length === 0) return t('alarm-rules.nobody-told');
  return `${who} · ${listText(how.map((channel) => t(`alarm-rules.channel.${channel}`)))}`;
}

/** The command to the device of a vehicle, as in a list; null if there is none. */
export const commandText = (t: TFunction, { command }: AlarmRule): string | null =>
  command && commandTitle(t, { ...command, output: null, odometerKm: null, phones: null, text: null });

const LABELS: Readonly<Record<string, string>> = {
  condition: 'what',
  schedule: 'hours',
  coolDownS: 'cool-down',
  allVehicles: 'who',
  vehicleTypes: 'types',
  channels: 'people',
  command: 'ask-what',
};

/** The labels of a rule's fields, for changes that somebody else made too. */
export const ruleFieldWords = (t: TFunction): FieldWords => ({
  label: (field) => t(`alarm-rules.${LABELS[field] ?? field}`),
  value(field, value) {
    if (field === 'severity') return t(`severity.${String(value)}`);
    if (field === 'allVehicles') return t(`alarm-rules.${value === true ? 'all-vehicles' : 'these-vehicles'}`);
    if (field === 'coolDownS') return formatDuration(Number(value));
    if (field === 'vehicleTypes' && Array.isArray(value)) {
      return listText(value.map((type) => t(`vehicle-type.${String(type)}`))) || t('form.empty');
    }
    return undefined;
  },
});
