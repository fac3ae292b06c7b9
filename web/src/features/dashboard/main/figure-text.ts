import type { DashboardFigure } from '@milepost/contract/dashboard-figures';
import type { DashboardSums, DashboardVehicle } from '@milepost/contract/dashboard-routes';
import { formatSettings } from '../../../text/format-settings.ts';
import { UNIT_WORDS } from '../../../text/unit-words.ts';
import { formatDistance, formatDuration, formatNumber } from '../../../text/format.ts';

const KEYS = {
  distance: 'distanceM',
  driving: 'drivingS',
  idle: 'idleS',
  unseen: 'unseenS',
  engine: 'engineS',
  trips: 'trips',
  overspeeds: 'overspeeds',
  alarms: 'alarms',
} as const satisfies Record<DashboardFigure, keyof DashboardSums & keyof DashboardVehicle>;

/** The value of a figure in sums or of a vehicle. */
export const valueOf = (figure: DashboardFigure, from: DashboardSums | DashboardVehicle): number => from[KEYS[figure]];

/** Whole hours from ten on, because "312 h" compares better than "13 d". */
export const formatHours = (seconds: number) =>
  seconds < 36_000
    ? formatDuration(seconds)
    : `${formatNumber(seconds / 3600)} ${UNIT_WORDS[formatSettings().language].hour}`;

/** A figure with its unit, by the person's settings. */
export function formatFigure(figure: DashboardFigure, value: number): string {
  if (figure === 'distance') return formatDistance(value);
  if (figure === 'driving' || figure === 'idle' || figure === 'unseen' || figure === 'engine')
    return formatHours(value);
  return formatNumber(value);
}
