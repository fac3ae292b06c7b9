import { useTranslation } from 'react-i18next';
import { type VehicleState, vehicleState } from '../../live/vehicle-state.ts';
import { liveStore } from '../../live/live-client.ts';
import { useServerNow, useVehicle } from '../../live/use-live.ts';
import { formatAgo, formatDuration, speedUnit } from '../../text/format.ts';
import { ObstacleMark } from '../../ui/availability/obstacle-chip.tsx';
import { VehicleMarks } from '../../ui/alarm-mark/vehicle-marks.tsx';
import { StatusIcon } from '../../ui/status-icon.tsx';
import { StateIcons } from './state-icons.tsx';
import { speedText } from './speed-text.ts';
import classes from './vehicle-row.module.css';
import { HiddenText } from '../../ui/hidden-text/hidden-text.tsx';
import type { TFunction } from 'i18next';
import { coordinates } from '../../text/coordinates.ts';

interface Props {
  id: number;
  selected: boolean;
  /** True if the keys j and k are at this row. */
  cursor: boolean;
  onSelect(id: number): void;
}

/** One vehicle of the list. Renders when its vehicle changes, and every second for the elapsed time. */
export function VehicleRow({ id, selected, cursor, onSelect }: Props) {
  const { t } = useTranslation();
  const now = useServerNow(1000);
  const found = useVehicle(id);
  if (!found) return null;
  const { vehicle, slot } = found;
  const state = vehicleState(liveStore.table, slot);
  const speed = speedText(state);
  const critical = liveStore.critical.get(id);
  return (
    <button
      type="button"
      className={classes.row}
      aria-current={selected || undefined}
      data-cursor={cursor || undefined}
      data-testid={`vehicle-row-${id}`}
      data-status={state.status}
      data-alarmed={critical !== undefined || undefined}
      data-vehicle={id}
      onClick={() => onSelect(id)}
    >
      <span className={classes.icon} style={{ background: `var(--status-${state.status}-soft)` }}>
        <StatusIcon status={state.status} size={15} courseDeg={state.courseDeg ?? 0} />
      </span>
      <HiddenText>{t(`status.${state.status}`)}</HiddenText>
      <span className={classes.plate}>
        {vehicle.registration} <VehicleMarks vehicle={vehicle} />
      </span>
      <span className={classes.driver}>
        {vehicle.driverObstacle !== null && <ObstacleMark kind={vehicle.driverObstacle} />} {vehicle.driverName}
      </span>
      <span className={classes.speed}>
        <b>{speed}</b> <small>{speedUnit()}</small>
      </span>
      <span className={classes.place}>{placeText(t, id, state, now)}</span>
      <StateIcons state={state} className={classes.states} />
      <span className={classes.ago}>{state.heardAt === null ? '' : formatAgo(state.heardAt, now)}</span>
    </button>
  );
}

/** The address and, for a standing vehicle, the elapsed time: "Mercado Modelo · idle 6 min". */
function placeText(t: TFunction, id: number, state: VehicleState, now: number): string {
  if (state.status === 'never' || !state.place) return t('track-vehicle.never-heard');
  const place = state.isPrivate ? t('track-vehicle.private') : (liveStore.places.get(id) ?? coordinates(state.place));
  if (state.since === null || state.status === 'running') return place;
  const lasting = formatDuration((now - state.since) / 1000);
  if (state.status === 'silent') return t('track-vehicle.last-seen-at', { place, ago: formatAgo(state.since, now) });
  if (state.status === 'idle') return t('track-vehicle.idle-at', { place, lasting });
  return state.status === 'stopped' ? t('track-vehicle.stopped-at', { place, lasting }) : place;
}
