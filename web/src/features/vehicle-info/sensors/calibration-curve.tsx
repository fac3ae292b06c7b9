import { useTranslation } from 'react-i18next';
import type { TypedPoint } from './sensor-values.ts';
import classes from './sensors.module.css';

interface Props {
  points: readonly TypedPoint[];
  /** The point of the newest message. */
  now: { raw: number; value: number } | null;
}

const WIDTH = 320;
const HEIGHT = 120;
const EDGE = 8;

/** The table as a curve, with the point of the newest message. */
export function CalibrationCurve({ points, now }: Props) {
  const { t } = useTranslation();
  const known = points.flatMap(({ raw, value }) => (raw === null || value === null ? [] : [{ raw, value }]));
  if (known.length < 2) return null;
  const all = now ? [...known, now] : known;
  const x = scale(
    all.map(({ raw }) => raw),
    [EDGE, WIDTH - EDGE],
  );
  const y = scale(
    all.map(({ value }) => value),
    [HEIGHT - EDGE, EDGE],
  );
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className={classes['curve']} role="img" aria-label={t('sensors.curve')}>
      <polyline points={known.map((point) => `${x(point.raw)},${y(point.value)}`).join(' ')} />
      {known.map((point) => (
        <circle key={`${point.raw} ${point.value}`} cx={x(point.raw)} cy={y(point.value)} r={3} />
      ))}
      {now && <circle data-now cx={x(now.raw)} cy={y(now.value)} r={5} />}
    </svg>
  );
}

function scale(values: readonly number[], [from, to]: readonly [number, number]) {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return (value: number) => (high === low ? (from + to) / 2 : from + ((value - low) / (high - low)) * (to - from));
}
