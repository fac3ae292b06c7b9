import { useTranslation } from 'react-i18next';
import type { CallOutput } from '../../../api/call.ts';
import { formatDistance, formatDuration, formatNumber } from '../../../text/format.ts';
import {
  countOf,
  engineTime,
  maxSpeedText,
  knownSecondsOf,
  knownTimeText,
  tripsOf,
} from '../../../ui/engine/figure-text.ts';
import { FigureValue } from '../../../ui/engine/figure-value.tsx';
import classes from './sum-line.module.css';

interface Props {
  facts: CallOutput<'get-vehicle-facts'>;
  /** The reply behind the map's line. */
  read: CallOutput<'get-track'>;
  /** The tolerance of the visible part, if that was loaded in more detail. */
  viewToleranceM: number | null;
}

/** The totals of the range, and the share of the fixes that the map shows. */
export function SumLine({ facts: { totals, trips, tows }, read, viewToleranceM }: Props) {
  const { t } = useTranslation();
  const seenS = knownSecondsOf(totals);
  const idle = { seconds: totals.idleS, knownS: totals.engineKnownS, seenS };
  const most = Math.max(0, ...[...trips, ...tows].map(({ maxKph }) => maxKph));
  const figures = [
    [
      t('history.sum.distance'),
      <FigureValue key="distance" figure={countOf(t, totals.distanceM, formatDistance(totals.distanceM), seenS)} />,
    ],
    [t('history.sum.trips'), <FigureValue key="trips" figure={tripsOf(t, totals, seenS)} />],
    [t('history.sum.driving'), <FigureValue key="driving" figure={knownTimeText(t, totals.drivingS, seenS)} />],
    [t('history.sum.standing'), <FigureValue key="standing" figure={knownTimeText(t, totals.standingS, seenS)} />],
    [t('engine.of-which-idling'), <FigureValue key="idle" figure={engineTime(t, idle)} />],
    [t('history.sum.unseen'), formatDuration(totals.unseenS)],
    ...(totals.towS > 0 ? [[t('history.sum.tow'), formatDistance(totals.towM)] as const] : []),
    [t('history.sum.most'), maxSpeedText(most)],
  ] as const;
  const fixes = formatNumber(read.fixes);
  const tolerance = formatDistance(Math.ceil(viewToleranceM ?? read.toleranceM));
  const thinned =
    viewToleranceM === null
      ? t('history.sum.thinned', { fixes, points: formatNumber(read.points), tolerance })
      : t('history.sum.finer', { fixes, tolerance });
  const drawn = read.points === read.fixes ? t('history.sum.all', { count: read.fixes, fixes }) : thinned;
  return (
    <div className={classes['sums']}>
      <dl>
        {figures.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p>{drawn}</p>
    </div>
  );
}
