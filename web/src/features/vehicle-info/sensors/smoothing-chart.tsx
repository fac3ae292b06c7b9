import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatDecimal, formatClock } from '../../../text/format.ts';
import classes from './sensors.module.css';

interface Props {
  values: readonly { at: string; value: number; smoothed: number }[];
  unit: string;
  isSmoothed: boolean;
}

const WIDTH = 320;
const HEIGHT = 110;
const EDGE = 6;

/** The values up to the newest message, and the smoothed line over them. */
export function SmoothingChart({ values, unit, isSmoothed }: Props) {
  const { t } = useTranslation();
  const [first] = values;
  const last = values.at(-1);
  if (!first || !last || values.length < 2) return null;
  const [from, to] = [Date.parse(first.at), Date.parse(last.at)];
  const low = Math.min(...values.map(({ value }) => value));
  const high = Math.max(...values.map(({ value }) => value));
  const line = (of: 'value' | 'smoothed') =>
    values
      .map((one) => {
        const x = EDGE + ((Date.parse(one.at) - from) / Math.max(1, to - from)) * (WIDTH - 2 * EDGE);
        const part = high === low ? 0.5 : (one[of] - low) / (high - low);
        return `${x.toFixed(1)},${(HEIGHT - EDGE - part * (HEIGHT - 2 * EDGE)).toFixed(1)}`;
      })
      .join(' ');
  const range = `${formatDecimal(low)} – ${formatDecimal(high)}${unit === '' ? '' : ` ${unit}`}`;
  return (
    <figure className={classes['smoothing']}>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className={classes['curve']} role="img" aria-label={t('sensors.line')}>
        <polyline points={line('value')} {...(isSmoothed && { 'data-before': true })} />
        {isSmoothed && <polyline points={line('smoothed')} />}
      </svg>
      <Text component="figcaption" size="xs" c="dimmed">
        {isSmoothed && (
          <>
            <span className={classes['key']} data-before /> {t('sensors.as-told')} <span className={classes['key']} />{' '}
            {t('sensors.smoothed')} ·{' '}
          </>
        )}
        <bdi>{range}</bdi> · <bdi>{`${formatClock(first.at)} – ${formatClock(last.at)}`}</bdi>
      </Text>
    </figure>
  );
}
