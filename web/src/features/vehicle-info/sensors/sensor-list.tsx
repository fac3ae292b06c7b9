import type { Sensor, SensorNow } from '@milepost/contract/sensor-operations';
import { Badge, UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { SensorIcon } from '../../../ui/sensor/sensor-icon.tsx';
import { normalText } from '../../../ui/sensor/normal-range.ts';
import { SensorReading } from '../../../ui/sensor/sensor-reading.tsx';
import classes from './sensors.module.css';

interface Props {
  label: string;
  sensors: readonly (Sensor | SensorNow)[];
  /** Omitted if the role may not change them. */
  onOpen: ((sensor: Sensor) => void) | undefined;
}

/** The sensors, each with its attribute, and in a vehicle with its current value. */
export function SensorList({ label, sensors, onOpen }: Props) {
  return (
    <ul className={classes['sensors']} aria-label={label}>
      {sensors.map((sensor) => {
        const own = !('profile' in sensor) || sensor.profile === null;
        return (
          <li key={sensor.id}>
            {onOpen && own ? (
              <UnstyledButton className={classes['sensor']} onClick={() => onOpen(sensor)}>
                <Shown sensor={sensor} />
              </UnstyledButton>
            ) : (
              <div className={classes['sensor']}>
                <Shown sensor={sensor} />
              </div>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function Shown({ sensor }: { sensor: Sensor | SensorNow }) {
  const { t } = useTranslation();
  const { name, kind, attribute, expression, calibration, smoothingS } = sensor;
  const normal = normalText(t, sensor);
  return (
    <>
      <span className={classes['sign']}>
        <SensorIcon kind={kind} size={20} />
      </span>
      <span className={classes['what']}>
        <b>{name}</b>
        <small>
          {t(`sensors.kind.${kind}`)} · <bdi dir="ltr">{attribute ?? expression}</bdi>
          {calibration.length > 0 && ` · ${t('sensors.points', { count: calibration.length })}`}
          {smoothingS !== null && ` · ${t('sensors.smoothed-over', { time: smoothingS })}`}
          {normal !== null && ` · ${normal}`}
        </small>
      </span>
      {'profile' in sensor && sensor.profile && (
        <Badge variant="default" tt="none">
          {sensor.profile.name}
        </Badge>
      )}
      {'value' in sensor && (
        <span className={classes['value']}>
          <SensorReading sensor={sensor} />
        </span>
      )}
    </>
  );
}
