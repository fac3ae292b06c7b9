import { KM_PER_MILE } from '@milepost/contract/constants';
import { isSmallShape } from '@milepost/contract/fence-geometry';
import type { Fence, FenceInput } from '@milepost/contract/fence-operations';
import type { FenceShape } from '@milepost/contract/fence-shape-types';
import type { Severity } from '@milepost/contract/fact-operations';
import type { WeeklyHours } from '@milepost/contract/weekly-hours';
import type { Units } from '../../../text/format-settings.ts';
import { NEW_COLOUR } from '../../../map/draw/drawing-defaults.ts';

const MINUTE_S = 60;

/** The values of a geofence's form; speed in the person's unit, time inside in minutes. */
export interface FenceValues extends Record<string, unknown> {
  name: string;
  description: string;
  colour: string;
  tags: string[];
  shape: FenceShape | null;
  speedLimit: number | '';
  /** Null until somebody chooses it for a new geofence: small ones have it by default. */
  betweenFixes: boolean | null;
  schedule: WeeklyHours | null;
  vehicleIds: number[];
  groupIds: number[];
  alarmEnter: boolean;
  alarmExit: boolean;
  dwells: boolean;
  dwellMinutes: number | '';
  alarmSeverity: Severity;
  organisationId: number | null;
}

const perUnit = (units: Units) => (units === 'imperial' ? KM_PER_MILE : 1);

export function startValues(fence: Fence | null, shape: FenceShape | null, units: Units): FenceValues {
  const limit = fence?.speedLimitKph ?? null;
  return {
    name: fence?.name ?? '',
    description: fence?.description ?? '',
    colour: fence?.colour ?? NEW_COLOUR,
    tags: fence?.tags ?? [],
    shape: fence?.shape ?? shape,
    speedLimit: limit === null ? '' : Math.round(limit / perUnit(units)),
    betweenFixes: fence?.betweenFixes ?? null,
    schedule: fence?.schedule ?? null,
    vehicleIds: fence?.vehicleIds ?? [],
    groupIds: fence?.groupIds ?? [],
    alarmEnter: fence?.alarmEnter ?? false,
    alarmExit: fence?.alarmExit ?? false,
    dwells: (fence?.alarmDwellS ?? null) !== null,
    dwellMinutes: (fence?.alarmDwellS ?? 1800) / MINUTE_S,
    alarmSeverity: fence?.alarmSeverity ?? 'minor',
    organisationId: fence?.organisationId ?? null,
  };
}

/** True if crossings between two positions are detected, as chosen or as proposed for the shape. */
export const findsBetween = ({ betweenFixes, shape }: Pick<FenceValues, 'betweenFixes' | 'shape'>): boolean =>
  betweenFixes ?? (shape !== null && isSmallShape(shape));

/** The values as the server's input. An unchanged limit is sent as it was received, whatever its rounding. */
export function toInput(values: FenceValues, fence: Fence | null, units: Units): FenceInput {
  const { speedLimit, dwells, dwellMinutes, organisationId, shape, ...rest } = values;
  const untouched = speedLimit === startValues(fence, null, units).speedLimit;
  const limitKph = speedLimit === '' ? null : speedLimit * perUnit(units);
  return {
    ...rest,
    shape: shape ?? { kind: 'polygon', rings: [[]] },
    betweenFixes: findsBetween(values),
    speedLimitKph: untouched && fence ? fence.speedLimitKph : limitKph,
    alarmDwellS: dwells && dwellMinutes !== '' ? Math.round(dwellMinutes * MINUTE_S) : null,
    ...(fence ? { id: fence.id } : organisationId !== null && { organisationId }),
  };
}
