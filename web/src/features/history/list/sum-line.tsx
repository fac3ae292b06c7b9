import type { VehicleFacts } from '@milepost/contract/fact-routes';
import { useTranslation } from 'react-i18next';
import type { CallOutput } from '../../../api/call.ts';
import { formatDistance, formatDuration, formatNumber, formatSpeed, speedUnit } from '../../../text/format.ts';
import { sumsOf } from '../entries.ts';
import classes from './sum-line.module.css';

interface Props {
  facts: VehicleFacts;
  /** What the map's line was made of. */
  read: CallOutput<'get-track'>;
}

/** The range in figures, and how much of what was read the map shows. */
export function SumLine({ facts, read }: Props) {
  const { t } = useTranslation();
  const sums = sumsOf(facts);
  const figures = [
    [t('history.sum.distance'), formatDistance(sums.distanceM)],
    [t('history.sum.trips'), formatNumber(sums.trips)],
    [t('history.sum.driving'), formatDuration(sums.drivingS)],
    [t('history.sum.idle'), formatDuration(sums.idleS)],
    [t('history.sum.standing'), formatDuration(sums.standingS)],
    [t('history.sum.most'), `${formatSpeed(sums.maxKph)} ${speedUnit()}`],
  ] as const;
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
      <p>
        {read.points === read.fixes
          ? t('history.sum.all', { count: read.fixes, fixes: formatNumber(read.fixes) })
          : t('history.sum.thinned', {
              fixes: formatNumber(read.fixes),
              points: formatNumber(read.points),
              tolerance: formatDistance(Math.ceil(read.toleranceM)),
            })}
      </p>
    </div>
  );
}
