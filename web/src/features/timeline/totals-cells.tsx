import type { SpanTotals } from '@milepost/contract/timeline-routes';
import { useTranslation } from 'react-i18next';
import { formatDistance, formatDuration, formatNumber } from '../../text/format.ts';
import classes from './timeline.module.css';

/** The columns of sums, in their order. */
export const TOTALS = ['distance', 'driving', 'idle', 'trips'] as const;

export function totalText(totals: SpanTotals, column: (typeof TOTALS)[number]): string {
  switch (column) {
    case 'distance':
      return formatDistance(totals.distanceM);
    case 'driving':
      return formatDuration(totals.drivingS);
    case 'idle':
      return formatDuration(totals.idleS);
    case 'trips':
      return formatNumber(totals.trips);
  }
}

/** The sums of a row; a dash where the vehicle did nothing. */
export function TotalsCells({ totals }: { totals: SpanTotals }) {
  const { t } = useTranslation();
  const nothing = totals.trips === 0 && totals.drivingS === 0 && totals.idleS === 0;
  return (
    <div className={classes['totals']}>
      {TOTALS.map((column) => (
        <span key={column}>
          <small>{t(`timeline.total.${column}`)}</small>
          {nothing ? '–' : totalText(totals, column)}
        </span>
      ))}
    </div>
  );
}
