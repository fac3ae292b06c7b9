import type { AlarmCondition, AlarmKind } from '@milepost/contract/alarm-condition';
import type { AlarmChannels, AlarmRule } from '@milepost/contract/alarm-rule-routes';
import type { Severity } from '@milepost/contract/fact-routes';
import type { WeeklyHours } from '@milepost/contract/weekly-hours';
import { officeHours } from '../../../ui/weekly-hours/hours.ts';

/** Something that has a name: a vehicle, a group, a fence. */
export interface Named {
  id: number;
  name: string;
}

/** What the form holds. Things are kept with their names, so that they show before anything is fetched. */
export interface RuleValues extends Record<string, unknown> {
  name: string;
  organisationId: number | null;
  condition: AlarmCondition;
  fences: Named[];
  severity: Severity;
  schedule: WeeklyHours | null;
  coolDownS: number;
  allVehicles: boolean;
  vehicles: Named[];
  groups: Named[];
  channels: AlarmChannels;
  enabled: boolean;
}

const HOUR_S = 3600;

/** What a condition begins with. */
const CONDITIONS: { [Kind in AlarmKind]: () => Extract<AlarmCondition, { kind: Kind }> } = {
  overspeed: () => ({ kind: 'overspeed', limitKph: 90 }),
  overStay: () => ({ kind: 'overStay', afterS: 2 * HOUR_S }),
  idling: () => ({ kind: 'idling', afterS: 600 }),
  geofenceEnter: () => ({ kind: 'geofenceEnter', fenceIds: null }),
  geofenceExit: () => ({ kind: 'geofenceExit', fenceIds: null }),
  geofenceDwell: () => ({ kind: 'geofenceDwell', fenceIds: null, afterS: HOUR_S }),
  noData: () => ({ kind: 'noData', afterS: HOUR_S }),
  device: () => ({ kind: 'device', codes: ['sos'], clearCodes: [], clearAfterS: null }),
  unauthorisedMovement: () => ({ kind: 'unauthorisedMovement', workingHours: officeHours() }),
  tow: () => ({ kind: 'tow' }),
  temperature: () => ({ kind: 'temperature', attribute: 'temperature1C', minC: null, maxC: 8 }),
  lowBattery: () => ({ kind: 'lowBattery', belowPercent: 20 }),
  fuelDrop: () => ({ kind: 'fuelDrop', dropL: 10, withinS: 600, clearAfterS: HOUR_S }),
  routeDeviation: () => ({ kind: 'routeDeviation', fenceIds: [], afterS: 300 }),
  driverWithoutTag: () => ({ kind: 'driverWithoutTag', afterS: 120 }),
};

/** Every kind of condition, the usual ones first. */
export const KINDS: readonly AlarmKind[] = [
  'overspeed',
  'overStay',
  'idling',
  'geofenceEnter',
  'geofenceExit',
  'geofenceDwell',
  'routeDeviation',
  'unauthorisedMovement',
  'tow',
  'noData',
  'device',
  'driverWithoutTag',
  'fuelDrop',
  'temperature',
  'lowBattery',
];

export const newCondition = (kind: AlarmKind): AlarmCondition => CONDITIONS[kind]();

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
  channels: { userIds: [], everyone: true, bell: true, push: false, mail: false },
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
  channels: rule.channels,
  enabled: rule.enabled,
});

const ids = (things: readonly Named[]) => things.map(({ id }) => id);

/** What the server is sent of it: the rule itself, as a dry run takes it too. */
export function draftOf(values: RuleValues) {
  const { schedule, coolDownS, allVehicles, vehicles, groups, organisationId } = values;
  return {
    condition: withFences(values),
    schedule,
    coolDownS,
    allVehicles,
    vehicleIds: allVehicles ? [] : ids(vehicles),
    groupIds: allVehicles ? [] : ids(groups),
    ...(organisationId !== null && { organisationId }),
  };
}

export function inputOf(values: RuleValues) {
  const { name, severity, channels, enabled } = values;
  return { ...draftOf(values), name, severity, channels, enabled };
}

/** Fences are chosen beside the condition, with their names. None: any; but a route has to be one. */
function withFences({ condition, fences }: RuleValues): AlarmCondition {
  switch (condition.kind) {
    case 'geofenceEnter':
    case 'geofenceExit':
    case 'geofenceDwell':
      return { ...condition, fenceIds: fences.length === 0 ? null : ids(fences) };
    case 'routeDeviation':
      return { ...condition, fenceIds: ids(fences) };
    default:
      return condition;
  }
}
