import { VEHICLE_STATUSES, type VehicleStatus } from '@milepost/contract/live-constants';

/** The state in the address of the live map: the same address opens the same view. */
export interface ViewState {
  vehicleId: number | null;
  status: VehicleStatus | null;
  /** True for only vehicles with a critical alarm. */
  alarmed: boolean;
  q: string;
  groupId: number | null;
  follow: boolean;
  /** The coordinates whose nearest vehicles are shown: latitude, longitude. */
  near: [number, number] | null;
  /** Longitude, latitude, zoom; null to fit the whole fleet. */
  camera: [number, number, number] | null;
}

export const PATH = '/track-vehicle';
const MAX_ZOOM = 24;

const idOf = (text: string | null | undefined): number | null =>
  text && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : null;

function cameraOf(text: string | null): ViewState['camera'] {
  const parts = text?.split(',').map(Number) ?? [];
  const [lon = Number.NaN, lat = Number.NaN, zoom = Number.NaN] = parts;
  const fits = parts.length === 3 && Math.abs(lon) <= 180 && Math.abs(lat) <= 90 && zoom >= 0 && zoom <= MAX_ZOOM;
  return fits ? [lon, lat, zoom] : null;
}

function nearOf(text: string | null): ViewState['near'] {
  const [lat = Number.NaN, lon = Number.NaN, ...more] = text?.split(',').map(Number) ?? [];
  return more.length === 0 && Math.abs(lat) <= 90 && Math.abs(lon) <= 180 ? [lat, lon] : null;
}

/** Reads an address; missing or invalid parameters get their defaults. */
export function parseView(pathname: string, search: string): ViewState {
  const params = new URLSearchParams(search);
  const vehicleId = idOf(pathname.slice(PATH.length + 1).split('/')[0]);
  const status = params.get('status');
  return {
    vehicleId,
    status: VEHICLE_STATUSES.find((each) => each === status) ?? null,
    alarmed: params.get('alarm') === 'critical',
    q: params.get('q')?.slice(0, 100) ?? '',
    groupId: idOf(params.get('group')),
    follow: vehicleId !== null && params.get('follow') === '1',
    near: nearOf(params.get('near')),
    camera: cameraOf(params.get('c')),
  };
}

/** The address of a view, path and query. Coordinates are rounded to about 1 m, the zoom to a hundredth. */
export function formatView(view: ViewState): string {
  const params = new URLSearchParams();
  if (view.status) params.set('status', view.status);
  if (view.alarmed) params.set('alarm', 'critical');
  if (view.q) params.set('q', view.q);
  if (view.groupId !== null) params.set('group', String(view.groupId));
  if (view.follow && view.vehicleId !== null) params.set('follow', '1');
  if (view.near) params.set('near', view.near.map((degrees) => Number(degrees.toFixed(5))).join(','));
  if (view.camera) {
    const [lon, lat, zoom] = view.camera;
    params.set('c', `${Number(lon.toFixed(5))},${Number(lat.toFixed(5))},${Number(zoom.toFixed(2))}`);
  }
  const path = view.vehicleId === null ? PATH : `${PATH}/${view.vehicleId}`;
  const query = params.toString().replaceAll('%2C', ',');
  return query ? `${path}?${query}` : path;
}
