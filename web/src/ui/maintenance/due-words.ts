import type { ServiceDue, ServicePlan } from '@milepost/contract/maintenance-operations';
import type { TFunction } from 'i18next';
import { dayCount, daysText } from '../../text/days-text.ts';
import { formatDistance, formatDistanceTick, formatNumber } from '../../text/format.ts';

const HOUR_S = 3600;

const hoursText = (t: TFunction, seconds: number) => {
  const hours = Math.round(seconds / HOUR_S);
  return t('maintenance.hours', { count: hours, number: formatNumber(hours) });
};

/**
 * The due date of a service: a day if it follows from months, and an approximate number of days if it follows from the
 * vehicle's usage.
 */
export function whenText(t: TFunction, { daysLeft, dueBy }: Pick<ServiceDue, 'daysLeft' | 'dueBy'>): string {
  if (daysLeft === null) return t('maintenance.no-forecast');
  if (daysLeft < 1 || dueBy === 'months') return daysText(daysLeft);
  return t('maintenance.about-days', { count: daysLeft, number: formatNumber(daysLeft) });
}

/** The remaining distance and hours of a service, or how far it is overdue. */
export function leftText(t: TFunction, { leftM, leftEngineS }: Pick<ServiceDue, 'leftM' | 'leftEngineS'>): string[] {
  const amountText = (amount: number, text: string) =>
    t(amount < 0 ? 'maintenance.over' : 'maintenance.left', { amount: text });
  return [
    ...(leftM === null ? [] : [amountText(leftM, formatDistance(Math.abs(leftM)))]),
    ...(leftEngineS === null ? [] : [amountText(leftEngineS, hoursText(t, Math.abs(leftEngineS)))]),
  ];
}

/** "10,000 km or 6 months". */
export function everyText(t: TFunction, { everyM, everyEngineS, everyMonths }: ServicePlan): string {
  const parts = [
    ...(everyM === null ? [] : [formatDistanceTick(everyM)]),
    ...(everyEngineS === null ? [] : [hoursText(t, everyEngineS)]),
    ...(everyMonths === null
      ? []
      : [t('maintenance.months', { count: everyMonths, number: formatNumber(everyMonths) })]),
  ];
  return parts.join(` ${t('maintenance.or')} `);
}

/** "1,000 km or 14 days": how long before a service people are warned; empty if only on its day. */
export function leadText(
  t: TFunction,
  { leadM, leadEngineS, leadDays }: Pick<ServiceDue, 'leadM' | 'leadEngineS' | 'leadDays'>,
) {
  const parts = [
    ...(leadM === null ? [] : [formatDistanceTick(leadM)]),
    ...(leadEngineS === null ? [] : [hoursText(t, leadEngineS)]),
    ...(leadDays === 0 ? [] : [dayCount(leadDays)]),
  ];
  return parts.join(` ${t('maintenance.or')} `);
}
