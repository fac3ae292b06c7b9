import type { SensorShown } from '@milepost/contract/sensor-routes';
import { useTranslation } from 'react-i18next';
import { normalText, outOfNormal } from './normal-range.ts';
import { sensorValue } from './sensor-text.ts';

// Styles of its own would be one more file that the first visit names.
const OUT = { color: 'var(--danger)', fontWeight: 650 };
const WHY = { display: 'block', color: 'var(--danger)', fontWeight: 400, fontSize: 11.5, lineHeight: '15px' };

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
    <span style={OUT} data-out={side}>
      {value}
      <small style={WHY}>
        {t(`sensors.out-${side}`)} · {normalText(t, sensor)}
      </small>
    </span>
  );
}
