import { SENSOR_KINDS } from '@milepost/contract/sensor-kinds';
import type { TFunction } from 'i18next';
import { refresh } from '../../../api/refresh.ts';

export const kindOptions = (t: TFunction) =>
  SENSOR_KINDS.map((kind) => ({ value: kind, label: t(`sensors.kind.${kind}`) }));

/** Called after a change of sensors or profiles. */
export const refreshSensors = () => refresh('get-vehicle-sensors', 'get-sensor-profile-list', 'get-vehicle-now');
