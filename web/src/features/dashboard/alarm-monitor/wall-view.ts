import { localStore } from '../../../api/local-store.ts';

/** The view of the wall's map: all vehicles, or an area. */
export interface WallView {
  mode: 'all' | 'area';
  camera: [lon: number, lat: number, zoom: number] | null;
}

const KEY = 'milepost.wall.map';
const USUAL: WallView = { mode: 'all', camera: null };

/** Reads the view stored in this browser: a screen that starts by itself in the morning shows the same as before. */
export function readWallView(): WallView {
  const [lon, lat, zoom] = (localStore.getItem(KEY) ?? '').split(',').map((text) => Number.parseFloat(text));
  if (![lon, lat, zoom].every((value) => Number.isFinite(value))) return USUAL;
  const camera: WallView['camera'] = [lon ?? 0, lat ?? 0, zoom ?? 0];
  return Math.abs(camera[1]) <= 90 ? { mode: 'area', camera } : USUAL;
}

export function storeWallView({ mode, camera }: WallView): void {
  if (mode === 'area' && camera) localStore.setItem(KEY, camera.join(','));
  else localStore.removeItem(KEY);
}
