import type { WrittenSums } from '@milepost/contract/day-sums';
import { useTranslation } from 'react-i18next';
import type { TFunction } from 'i18next';
import { formatDistance, formatDuration, formatNumber } from '../../text/format.ts';
import {
  countOf,
  engineTime,
  maxSpeedText,
  NOT_KNOWN,
  knownTimeText,
  type FigureText,
  tripsOf,
} from '../../ui/engine/figure-text.ts';
import { FigureValue } from '../../ui/engine/figure-value.tsx';
import classes from './vehicle-page.module.css';
import { seenIn, type ShownSums } from './vehicle-sums.ts';

const plain = (text: string): FigureText => ({ text, why: null });

/** The times of some days: driving, idling, standing, and unknown. */
export function timesOf(t: TFunction, sums: WrittenSums) {
  const seenS = seenIn(sums);
  const engine = { knownS: sums.engineKnownS, seenS };
  return {
    driving: knownTimeText(t, sums.tripS - sums.tripIdleS, seenS),
    idle: engineTime(t, { ...engine, seconds: sums.idleS }),
    standing: knownTimeText(t, sums.stopS + sums.tripIdleS, seenS),
    engine: engineTime(t, { ...engine, seconds: sums.engineS }),
    // The time before the first report is neither known nor unknown.
    unseen:
      sums.unseenS > 0
        ? { text: formatDuration(sums.unseenS), why: t('engine.unseen-why') }
        : knownTimeText(t, sums.unseenS, seenS),
    tow: sums.towS > 0 ? { text: formatDistance(sums.towM), why: t('engine.tow-why') } : plain(NOT_KNOWN),
  };
}

/** Idling comes after standing, of which it is a part. */
export const sumName = (t: TFunction, key: string) =>
  key === 'idle' ? t('engine.of-which-idling') : t(`vehicle-page.sum.${key}`);

/** The vehicle's figures. */
export function Figures({ sums }: { sums: ShownSums }) {
  const { t } = useTranslation();
  const times = timesOf(t, sums);
  const figures: [key: string, value: FigureText][] = [
    ['distance', countOf(t, sums.distanceM, formatDistance(sums.distanceM), seenIn(sums))],
    ['trips', tripsOf(t, sums, seenIn(sums))],
    ['driving', times.driving],
    ['standing', times.standing],
    ['idle', times.idle],
    ...(sums.towS > 0 ? [['tow', times.tow] satisfies [string, FigureText]] : []),
    ['unseen', times.unseen],
    ['engine', times.engine],
    ['max', plain(maxSpeedText(sums.maxKph))],
    ['alarms', plain(formatNumber(sums.alarms))],
  ];
  return (
    <dl className={classes['figures']}>
      {figures.map(([key, value]) => (
        <div key={key}>
          <dt>{sumName(t, key)}</dt>
          <dd>
            <FigureValue figure={value} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
