import { DWELL_S } from '@milepost/contract/route-kinds';
import type { RoutePlan } from '@milepost/contract/route-plan-operations';
import { type EditStop, stopInput } from './edit-stops.ts';

/** The values of a plan's form. */
export interface PlanValues extends Record<string, unknown> {
  validFrom: string | null;
  validTo: string | null;
  weekdays: number[];
  everyWeeks: number | null;
  startMin: number;
  beginDepotId: number | null;
  endDepotId: number | null;
  vehicleId: number | null;
  driverId: number | null;
  overrideReason: string;
  shortestDwellS: number | null;
  stops: EditStop[];
}

/** @param like the initial values of a new plan */
export const planValues = (plan: RoutePlan | undefined, today: string, like?: RoutePlan): PlanValues => {
  const of = plan ?? like;
  return {
    validFrom: plan?.validFrom ?? today,
    validTo: plan?.validTo ?? null,
    weekdays: of?.weekdays ?? [1, 2, 3, 4, 5],
    everyWeeks: of?.everyWeeks ?? 1,
    startMin: of?.startMin ?? 480,
    beginDepotId: of?.beginDepot?.id ?? null,
    endDepotId: of?.endDepot?.id ?? null,
    vehicleId: of?.vehicle?.id ?? null,
    driverId: of?.driver?.id ?? null,
    overrideReason: '',
    shortestDwellS: of?.shortestDwellS ?? DWELL_S.usual,
    stops: (of?.stops ?? []).map((stop) => ({ ...stop, skipReason: null })),
  };
};

/** The values as the input of `save-route-plan`. */
export const planInput = ({ stops, everyWeeks, shortestDwellS, validFrom, ...values }: PlanValues) => ({
  ...values,
  validFrom: validFrom ?? '',
  ...(everyWeeks !== null && { everyWeeks }),
  ...(shortestDwellS !== null && { shortestDwellS }),
  stops: stops.map(stopInput),
});
