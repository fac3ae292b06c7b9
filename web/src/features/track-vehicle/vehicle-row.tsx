import { useTranslation } from 'react-i18next';
import { vehicleState } from '../../live/vehicle-state.ts';
import { liveStore } from '../../live/live-client.ts';
import { useServerNow, useVehicle } from '../../live/use-live.ts';
import { formatAgo, speedUnit } from '../../text/format.ts';
import { StatusIcon } from '../../ui/status-icon.tsx';
import { StateIcons } from './state-icons.tsx';
import { speedText } from './speed-text.ts';
import { placeText } from './place-text.ts';
import classes from './vehicle-row.module.css';
import { HiddenText } from '../../ui/hidden-text/hidden-text.tsx';

interface Props {
  id: number;
  selected: boolean;
  /** Where the keys j and k are. */
  cursor: boolean;
  onSelect(id: number): void;
}

/** One vehicle of the list. Renders by itself when its vehicle changes, and each second for the recency. */
export function VehicleRow({ id, selected, cursor, onSelect }: Props) {
  const { t } = useTranslation();
  const now = useServerNow(1000);
  const found = useVehicle(id);
  if (!found) return null;
  const { vehicle, slot } = found;
  const state = vehicleState(liveStore.table, slot);
  const speed = speedText(state);
  return (
    <button
      type="button"
      className={classes.row}
      aria-current={selected || undefined}
      data-cursor={cursor || undefined}
      data-testid={`vehicle-row-${id}`}
      data-status={state.status}
      data-vehicle={id}
      onClick={() => onSelect(id)}
    >
      <span className={classes.icon} style={{ background: `var(--status-${state.status}-soft)` }}>
        <StatusIcon status={state.status} size={15} courseDeg={state.courseDeg ?? 0} />
      </span>
      <HiddenText>{t(`status.${state.status}`)}</HiddenText>
      <span className={classes.plate}>{vehicle.registration}</span>
      <span className={classes.driver}>{vehicle.driverName}</span>
      <span className={classes.speed}>
        <b>{speed}</b> <small>{speedUnit()}</small>
      </span>
      <span className={classes.place}>{placeText(t, id, state, now)}</span>
      <StateIcons state={state} className={classes.states} />
      <span className={classes.ago}>{state.heardAt === null ? '' : formatAgo(state.heardAt, now)}</span>
    </button>
  );
}
