import { KM_PER_MILE } from '@milepost/contract/constants';
import { formatSettings } from '../../../text/format-settings.ts';
import { formatNumber, speedUnit } from '../../../text/format.ts';

/** The limits between colours, in the person's units. */
const LIMITS = { metric: [10, 30, 50, 80, 110], imperial: [5, 20, 30, 50, 70] };

/** The names of the colours of history.css, slowest first. */
export const SPEED_COLORS = ['--speed-1', '--speed-2', '--speed-3', '--speed-4', '--speed-5', '--speed-6'] as const;

/** The upper limits of all classes but the last, km/h. */
export function speedLimitsKph(): number[] {
  const { units } = formatSettings();
  return LIMITS[units].map((limit) => (units === 'imperial' ? limit * KM_PER_MILE : limit));
}

/** The class of a speed, 0 for the slowest: a limit itself belongs to the class above. */
export function speedClass(speedKph: number, limits: readonly number[]): number {
  const index = limits.findIndex((limit) => speedKph < limit);
  return index === -1 ? limits.length : index;
}

/** The label of each class: "under 10", "10–30", …, "110 km/h and more". */
export function speedLabels(): string[] {
  const limits = LIMITS[formatSettings().units].map(formatNumber);
  const [first = ''] = limits;
  return [
    `< ${first}`,
    ...limits.slice(1).map((limit, index) => `${limits[index]}–${limit}`),
    `≥ ${limits.at(-1)} ${speedUnit()}`,
  ];
}
