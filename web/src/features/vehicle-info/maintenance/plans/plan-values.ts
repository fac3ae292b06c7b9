import { LEAD_DAYS } from '@milepost/contract/maintenance-kinds';
import type { ServicePlan } from '@milepost/contract/maintenance-operations';
import type { CallInput } from '../../../../api/call.ts';

interface Option {
  id: number;
  name: string;
}

export interface PlanValues extends Record<string, unknown> {
  task: string;
  everyM: number | null;
  everyEngineS: number | null;
  everyMonths: number | null;
  leadM: number | null;
  leadEngineS: number | null;
  leadDays: number | null;
  allVehicles: boolean;
  vehicles: Option[];
  groups: Option[];
  types: ServicePlan['types'];
  countedFrom: string | null;
  note: string;
}

export const valuesOf = (plan: ServicePlan): PlanValues => ({
  task: plan.task,
  everyM: plan.everyM,
  everyEngineS: plan.everyEngineS,
  everyMonths: plan.everyMonths,
  leadM: plan.leadM,
  leadEngineS: plan.leadEngineS,
  leadDays: plan.leadDays,
  allVehicles: plan.allVehicles,
  vehicles: plan.vehicles,
  groups: plan.groups,
  types: plan.types,
  countedFrom: plan.countedFrom,
  note: plan.note ?? '',
});

export const newValues = (today: string): PlanValues => ({
  task: '',
  everyM: null,
  everyEngineS: null,
  everyMonths: null,
  leadM: null,
  leadEngineS: null,
  leadDays: LEAD_DAYS,
  allVehicles: true,
  vehicles: [],
  groups: [],
  types: [],
  countedFrom: today,
  note: '',
});

const ids = (chosen: readonly Option[]) => chosen.map(({ id }) => id);

/** The values as the call's input; the schema rejects a missing number or day. */
export function inputOf({
  vehicles,
  groups,
  leadDays,
  countedFrom,
  ...values
}: PlanValues): CallInput<'save-service-plan'> {
  return {
    ...values,
    leadDays: leadDays ?? Number.NaN,
    countedFrom: countedFrom ?? '',
    vehicleIds: ids(vehicles),
    groupIds: ids(groups),
  };
}
