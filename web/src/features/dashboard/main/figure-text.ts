import { FIGURE_SUMS, type DashboardFigure } from '@milepost/contract/dashboard-figures';
import type { DashboardSums, DashboardVehicle } from '@milepost/contract/dashboard-operations';
import type { TFunction } from 'i18next';
import { countOf, engineTime, knownSecondsOf, knownTimeText, type FigureText } from '../../../ui/engine/figure-text.ts';
import { formatSettings } from '../../../text/format-settings.ts';
import { unitWordsOf } from '../../../text/unit-words.ts';
import { formatDistance, formatDuration, formatNumber, withUnit } from '../../../text/format.ts';

/** The value of a figure in sums or for a vehicle. */
export const valueOf = (figure: DashboardFigure, from: DashboardSums | DashboardVehicle): number =>
  from[FIGURE_SUMS[figure]];

/** Whole hours from ten on, because "312 h" is easier to compare than "13 d". */
export const formatHours = (seconds: number) =>
  seconds < 36_000
    ? formatDuration(seconds)
    : withUnit(formatNumber(seconds / 3600), unitWordsOf(formatSettings().language).hour);

/** The text of a summed figure: a dash with the reason if it is unknown. */
export function figureOf(
  t: TFunction,
  figure: DashboardFigure,
  from: DashboardSums | DashboardVehicle,
  many: boolean,
): FigureText {
  const seconds = valueOf(figure, from);
  const seenS = knownSecondsOf(from);
  if (figure === 'idle' || figure === 'engine')
    return engineTime(t, { seconds, knownS: from.engineKnownS, seenS, many, format: formatHours });
  if (figure === 'driving' || figure === 'standing') return knownTimeText(t, seconds, seenS, formatHours);
  if (figure === 'unseen' || figure === 'alarms') return { text: formatFigure(figure, seconds), why: null };
  return countOf(t, seconds, formatFigure(figure, seconds), seenS);
}

const TIMES: ReadonlySet<DashboardFigure> = new Set(['driving', 'standing', 'idle', 'unseen', 'engine']);

/** A figure with its unit, in the person's settings. */
export function formatFigure(figure: DashboardFigure, value: number): string {
  if (figure === 'distance') return formatDistance(value);
  if (TIMES.has(figure)) return formatHours(value);
  return formatNumber(value);
}
