import type { AlarmCondition } from '@milepost/contract/alarm-condition';
import type { AlarmChannels, AlarmRule } from '@milepost/contract/alarm-rule-operations';
import type { DeviceRequest } from '@milepost/contract/command-operations';
import type { Severity } from '@milepost/contract/fact-operations';
import type { VehicleType } from '@milepost/contract/vehicle-operations';
import type { WeeklyHours } from '@milepost/contract/weekly-hours';
import type { Ref } from './kinds/condition-kind.ts';
import { newCondition, withFences } from './kinds/condition-kinds.ts';

/**
 * The values of the form. References are stored with their labels, so that they can be shown before anything is loaded.
 */
export interface RuleValues extends Record<string, unknown> {
  name: string;
  organisationId: number | null;
  condition: AlarmCondition;
  fences: Ref[];
  severity: Severity;
  schedule: WeeklyHours | null;
  coolDownS: number;
  allVehicles: boolean;
  vehicles: Ref[];
  groups: Ref[];
  vehicleTypes: VehicleType[];
  channels: AlarmChannels;
  /** The command to the device of a vehicle. */
  command: DeviceRequest | null;
  enabled: boolean;
}

export const emptyValues = (): RuleValues => ({
  name: '',
  organisationId: null,
  condition: newCondition('overspeed'),
  fences: [],
  severity: 'major',
  schedule: null,
  coolDownS: 300,
  allVehicles: true,
  vehicles: [],
  groups: [],
  vehicleTypes: [],
  channels: { userIds: [], everyone: true, bell: true, push: false, mail: false },
  command: null,
  enabled: true,
});

export const valuesOf = (rule: AlarmRule): RuleValues => ({
  name: rule.name,
  organisationId: rule.organisationId,
  condition: rule.condition,
  fences: rule.fences,
  severity: rule.severity,
  schedule: rule.schedule,
  coolDownS: rule.coolDownS,
  allVehicles: rule.allVehicles,
  vehicles: rule.vehicles,
  groups: rule.groups,
  vehicleTypes: rule.vehicleTypes,
  channels: rule.channels,
  command: rule.command,
  enabled: rule.enabled,
});

const ids = (things: readonly Ref[]) => things.map(({ id }) => id);

/** The part that is sent to the server: the rule itself, as a dry run takes it too. */
export function draftOf(values: RuleValues) {
  const { condition, fences, schedule, coolDownS, allVehicles, vehicles, groups, vehicleTypes, organisationId } =
    values;
  return {
    condition: withFences(condition, ids(fences)),
    schedule,
    coolDownS,
    allVehicles,
    vehicleIds: allVehicles ? [] : ids(vehicles),
    groupIds: allVehicles ? [] : ids(groups),
    vehicleTypes: allVehicles ? [] : vehicleTypes,
    ...(organisationId !== null && { organisationId }),
  };
}

export function inputOf(values: RuleValues) {
  const { name, severity, channels, command, enabled } = values;
  return { ...draftOf(values), name, severity, channels, command, enabled };
}
