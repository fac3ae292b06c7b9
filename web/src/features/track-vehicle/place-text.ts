import type { TFunction } from 'i18next';
import { liveStore } from '../../live/live-client.ts';
import type { VehicleState } from '../../live/vehicle-state.ts';
import { coordinates } from '../../text/coordinates.ts';
import { formatAgo, formatDuration } from '../../text/format.ts';

/** Where a vehicle is and, when it stands, since how long: "Mercado Modelo · idle 6 min". */
export function placeText(t: TFunction, id: number, state: VehicleState, now: number): string {
  if (state.status === 'never' || !state.place) return t('track-vehicle.never-heard');
  const place = liveStore.places.get(id) ?? coordinates(state.place);
  if (state.since === null || state.status === 'running') return place;
  const lasting = formatDuration((now - state.since) / 1000);
  if (state.status === 'silent') return t('track-vehicle.last-seen-at', { place, ago: formatAgo(state.since, now) });
  if (state.status === 'idle') return t('track-vehicle.idle-at', { place, lasting });
  return state.status === 'stopped' ? t('track-vehicle.stopped-at', { place, lasting }) : place;
}
