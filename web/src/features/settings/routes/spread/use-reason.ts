import { useTranslation } from 'react-i18next';
import type { CallOutput } from '../../../../api/call.ts';
import { faultText } from '../../../../text/fault-text.ts';
import { formatClock } from '../../../../text/format.ts';

export type Usable = Pick<CallOutput<'get-spread-choices'>['drivers'][number], 'obstacle' | 'busy'>;

/** Returns a function for the obstacle to using a vehicle or a driver; null if there is none. */
export function useReason(): (usable: Usable) => string | null {
  const { t } = useTranslation();
  return ({ obstacle, busy }) =>
    busy
      ? t('spread.busy', { route: busy.route, from: formatClock(busy.from), to: formatClock(busy.to) })
      : obstacle && faultText(obstacle);
}
