import type { SensorShown } from '@milepost/contract/sensor-operations';
import { useTranslation } from 'react-i18next';
import { SensorReading } from '../../ui/sensor/sensor-reading.tsx';
import { sensorValue } from '../../ui/sensor/sensor-text.ts';
import classes from './vehicle-card.module.css';

interface Props {
  sensors: readonly SensorShown[];
  /** If false, the values are the last known ones. */
  isCurrent: boolean;
}

/** The readings of the vehicle's sensors in its newest message; sensors without a reading have no line. */
export default function CardSensors({ sensors, isCurrent }: Props) {
  const { t } = useTranslation();
  const reported = sensors.filter(({ value }) => value !== null);
  if (reported.length === 0) return null;
  return (
    <dl className={classes.facts} aria-label={t('vehicle-page.tabs.sensors')} data-testid="card-sensors">
      {reported.map((sensor) => {
        const value = sensorValue(t, sensor, sensor.value);
        return (
          <div key={sensor.id}>
            <dt>{sensor.name}</dt>
            <dd>
              <SensorReading sensor={sensor} text={isCurrent ? value : t('track-vehicle.last-known', { value })} />
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
