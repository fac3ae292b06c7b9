import { AlarmChannels, alarmRuleOperations } from '@milepost/contract/alarm-rule-operations';
import type { RuleBulkField } from '@milepost/contract/bulk-kinds';
import {
  type ChangedRule,
  lockRule,
  saveAlarmRuleIn,
  setAlarmRuleEnabledIn,
} from '../alarm-rules/change-alarm-rules.ts';
import { getAlarmRule } from '../alarm-rules/list-alarm-rules.ts';
import type { Actor } from '../audit/audit.ts';
import type { Queryable } from '../database.ts';
import type { Viewer } from '../files/records.ts';
import type { BulkKind, Patch } from './bulk-kind.ts';
import { listWith, shownOf, typedOf } from './bulk-values.ts';
import { readInput } from './read-input.ts';

const CHANNELS: ReadonlySet<RuleBulkField> = new Set(['addPerson', 'removePerson', 'everyone', 'bell', 'push', 'mail']);

/** Bulk changes of alarm rules. */
export const ruleBulk: BulkKind<RuleBulkField, ChangedRule> = {
  kind: 'alarm-rule',

  async read(db, { scope }, id) {
    const { version } = await lockRule(db, scope, id);
    const rule = await getAlarmRule(db, scope, id);
    return {
      name: rule.name,
      version,
      values: { ...rule, personNames: rule.people.map(({ name }) => name).join(', ') },
    };
  },

  patchOf(values, field, value) {
    if (!CHANNELS.has(field)) return { [field]: typedOf(value) };
    const channels = AlarmChannels.parse(values['channels']);
    if (field !== 'addPerson' && field !== 'removePerson') return { channels: { ...channels, [field]: value } };
    const userIds = listWith(channels.userIds, Number(value), field === 'addPerson');
    return { channels: { ...channels, userIds } };
  },

  show(values, field) {
    if (field === 'addPerson' || field === 'removePerson') return shownOf(values['personNames']) || null;
    if (!CHANNELS.has(field)) return shownOf(values[field]);
    return shownOf(Object.entries(AlarmChannels.parse(values['channels'])).find(([name]) => name === field)?.[1]);
  },

  write: save,
  restore: save,
};

/** Saves a rule like its form, or enables or disables it, with the patch applied. */
async function save(db: Queryable, { scope }: Viewer, actor: Actor, id: number, patch: Patch): Promise<ChangedRule> {
  const { vehicles, groups, ...rule } = await getAlarmRule(db, scope, id);
  const input = readInput(alarmRuleOperations['save-alarm-rule'].input, {
    ...rule,
    vehicleIds: vehicles.map((vehicle) => vehicle.id),
    groupIds: groups.map((group) => group.id),
    ...patch,
  });
  // Enabling also works for rules that could not be saved, such as one whose vehicles were deleted.
  if ('enabled' in patch) return setAlarmRuleEnabledIn(db, scope, actor, id, input.enabled);
  return saveAlarmRuleIn(db, scope, actor, input);
}
