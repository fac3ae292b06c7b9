import type { SensorShown } from '@milepost/contract/sensor-routes';
import { useTranslation } from 'react-i18next';
import { normalText, outOfNormal } from './normal-range.ts';
import classes from './sensor-reading.module.css';
import { sensorValue } from './sensor-text.ts';

interface Props {
  sensor: Pick<SensorShown, 'kind' | 'unit' | 'normalMin' | 'normalMax' | 'value'>;
  /** The value in other words, as one that is the last known. */
  text?: string;
}

/** What a sensor reads; out of its normal range that is marked, in words too, with the range behind. */
export function SensorReading({ sensor, text }: Props) {
  const { t } = useTranslation();
  const value = text ?? sensorValue(t, sensor, sensor.value);
  const side = outOfNormal(sensor, sensor.value);
  if (side === null) return <>{value}</>;
  return (
    <span className={classes['out']} data-out={side}>
      {value}
      <small>
        {t(`sensors.out-${side}`)} · {normalText(t, sensor)}
      </small>
    </span>
  );
}
