import type { SpanTotals } from '@milepost/contract/timeline-operations';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { formatDistance, formatDuration, formatNumber } from '../../text/format.ts';
import {
  countOf,
  engineTime,
  NOT_KNOWN,
  knownSecondsOf,
  knownTimeText,
  type FigureText,
  tripsOf,
} from '../../ui/engine/figure-text.ts';
import { FigureValue } from '../../ui/engine/figure-value.tsx';
import classes from './rows.module.css';

/** The columns of totals, in order. */
export const TOTALS = ['distance', 'driving', 'standing', 'idle', 'unseen', 'tows', 'trips'] as const;

export function totalOf(t: TFunction, totals: SpanTotals, column: (typeof TOTALS)[number]): FigureText {
  const seenS = knownSecondsOf(totals);
  switch (column) {
    case 'distance':
      return countOf(t, totals.distanceM, formatDistance(totals.distanceM), seenS);
    case 'driving':
      return knownTimeText(t, totals.drivingS, seenS);
    case 'standing':
      return knownTimeText(t, totals.standingS, seenS);
    case 'idle':
      return engineTime(t, { seconds: totals.idleS, knownS: totals.engineKnownS, seenS });
    case 'unseen':
      return plain(formatDuration(totals.unseenS));
    case 'tows':
      return { text: formatNumber(totals.tows), why: totals.tows > 0 ? t('engine.tow-why') : null };
    case 'trips':
      return tripsOf(t, totals, seenS);
  }
}

/** Idling comes after standing, of which it is a part. */
export const columnName = (t: TFunction, column: (typeof TOTALS)[number]) =>
  column === 'idle' ? t('engine.of-which-idling') : t(`timeline.total.${column}`);

const plain = (text: string): FigureText => ({ text, why: null });

/** The totals of a row; a dash if nothing is known of the vehicle. */
export function TotalsCells({ totals }: { totals: SpanTotals }) {
  const { t } = useTranslation();
  const isEmpty = knownSecondsOf(totals) + totals.unseenS === 0;
  return (
    <div className={classes['totals']}>
      {TOTALS.map((column) => (
        <span key={column} data-column={column}>
          <small>{columnName(t, column)}</small>
          {isEmpty ? NOT_KNOWN : <FigureValue figure={totalOf(t, totals, column)} />}
        </span>
      ))}
    </div>
  );
}
