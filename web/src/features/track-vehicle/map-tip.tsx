import { useTranslation } from 'react-i18next';
import { liveStore } from '../../live/live-client.ts';
import { useServerNow, useVehicle } from '../../live/use-live.ts';
import { vehicleState } from '../../live/vehicle-state.ts';
import { formatAgo, formatSpeedAndUnit } from '../../text/format.ts';
import { VehicleMarks } from '../../ui/alarm-mark/vehicle-marks.tsx';
import { StatusIcon } from '../../ui/status-icon.tsx';
import classes from './map-pane.module.css';

export interface Hover {
  id: number;
  /** Px of the map. */
  x: number;
  y: number;
  /** True for the left side of the pointer. */
  flip: boolean;
}

/**
 * The tooltip of the vehicle under the pointer. The same data is in the list and on the card, so it is hidden from
 * screen readers.
 */
export function MapTip({ hover }: { hover: Hover }) {
  const { t } = useTranslation();
  const now = useServerNow(1000);
  const found = useVehicle(hover.id);
  if (!found) return null;
  const { vehicle, slot } = found;
  const state = vehicleState(liveStore.table, slot);
  const parts = [
    t(`status.${state.status}`),
    state.isPrivate ? t('track-vehicle.private') : '',
    state.status === 'running' && state.speedKph !== null ? formatSpeedAndUnit(state.speedKph) : '',
    state.status === 'silent' && state.since !== null
      ? t('track-vehicle.last-seen', { ago: formatAgo(state.since, now) })
      : state.heardAt === null
        ? ''
        : formatAgo(state.heardAt, now),
  ];
  return (
    <div
      className={classes.tip}
      style={{
        transform: `translate(${hover.x + (hover.flip ? -16 : 16)}px, ${hover.y - 12}px) ${hover.flip ? 'translateX(-100%)' : ''}`,
      }}
      aria-hidden
    >
      <div className={classes.tipTitle}>
        <StatusIcon status={state.status} size={12} courseDeg={state.courseDeg ?? 0} />
        {vehicle.registration}
        <VehicleMarks vehicle={vehicle} />
      </div>
      <small>{[vehicle.driverName, vehicle.makeModel].filter(Boolean).join(' · ')}</small>
      {parts.filter(Boolean).join(' · ')}
    </div>
  );
}
