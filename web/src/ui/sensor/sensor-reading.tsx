import type { SensorShown } from '@milepost/contract/sensor-operations';
import { useTranslation } from 'react-i18next';
import { normalText, outOfNormal } from './normal-range.ts';
import { sensorValue } from './sensor-text.ts';

// A separate style sheet would be one more file of the first visit.
const OUT = { color: 'var(--danger)', fontWeight: 650 };
const WHY = { display: 'block', color: 'var(--danger)', fontWeight: 400, fontSize: 11.5, lineHeight: '15px' };

interface Props {
  sensor: Pick<SensorShown, 'kind' | 'unit' | 'normalMin' | 'normalMax' | 'value'>;
  /** The value in another wording, such as one that is the last known. */
  text?: string;
}

/** The reading of a sensor; one out of its normal range is marked, with a text and the range after it. */
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
