import type { Expense } from '@milepost/contract/expense-operations';
import { IconCopy, IconGasStation, IconMapPinOff } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { formatDayAndClock, formatDecimal, formatDistance } from '../../text/format.ts';
import { Tooltip } from '../tooltip/tooltip.tsx';

/** Compares the location of a bill with that of the vehicle; null if there is nothing to compare. */
export function placeText(t: TFunction, { placeCheck }: Pick<Expense, 'placeCheck'>): string | null {
  if (!placeCheck) return null;
  const { state, of, distanceM, at } = placeCheck;
  if (distanceM === null || at === null) return t('expenses.check.no-positions');
  const params = {
    place: t(`expenses.check.of.${of}`),
    distance: formatDistance(distanceM),
    time: formatDayAndClock(at),
  };
  return t(`expenses.check.place-${state}`, params);
}

/** Compares the litres of a bill with the sensor in the tank. */
export function tankText(t: TFunction, { tankCheck }: Pick<Expense, 'tankCheck'>): string | null {
  if (!tankCheck) return null;
  const { state, billedL, roseL } = tankCheck;
  return t(`expenses.check.tank-${state}`, { billed: formatDecimal(billedL), rose: formatDecimal(roseL) });
}

/**
 * The findings about an expense, one sentence each: entered before, away from the vehicle, more than the tank took.
 */
export const findingsOf = (t: TFunction, expense: Expense) => [
  ...(expense.duplicate ? [{ Icon: IconCopy, text: t(`expenses.duplicate.${expense.duplicate.reason}`) }] : []),
  ...(expense.placeCheck?.state === 'away' ? [{ Icon: IconMapPinOff, text: placeText(t, expense) ?? '' }] : []),
  ...(expense.tankCheck?.state === 'less' ? [{ Icon: IconGasStation, text: tankText(t, expense) ?? '' }] : []),
];

/** A mark for each finding, with its sentence. */
export const findingMarks = (t: TFunction, expense: Expense) =>
  findingsOf(t, expense).map(({ Icon, text }) => (
    <Tooltip key={text} text={text}>
      <Icon
        size={15}
        role="img"
        aria-label={text}
        style={{ marginInlineStart: 6, verticalAlign: 'middle', color: 'var(--status-idle)' }}
      />
    </Tooltip>
  ));
