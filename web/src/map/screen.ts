/**
 * The part of the world that a map shows when it looks straight down with north up. Our map neither turns nor tilts, so
 * the pixel of a coordinate needs one multiplication instead of MapLibre's matrices, which would be slow for 10,000
 * vehicles.
 */
export interface Screen {
  /** The centre in units of the Mercator square, 0 to 1 from the north-west. */
  x: number;
  y: number;
  /** Pixels across the whole world. */
  worldPx: number;
  width: number;
  height: number;
}

const TILE_PX = 512;

/** A longitude as a share of the Mercator square. */
export const mercatorX = (lon: number): number => lon / 360 + 0.5;

/** A latitude as a share of the Mercator square, 0 in the north. */
export function mercatorY(lat: number): number {
  const sin = Math.sin((lat * Math.PI) / 180);
  return 0.5 - Math.log((1 + sin) / (1 - sin)) / (4 * Math.PI);
}

interface MapView {
  getCenter(): { lng: number; lat: number };
  getZoom(): number;
  getContainer(): { clientWidth: number; clientHeight: number };
}

export function screenOf(map: MapView): Screen {
  const { lng, lat } = map.getCenter();
  const { clientWidth, clientHeight } = map.getContainer();
  return {
    x: mercatorX(lng),
    y: mercatorY(lat),
    worldPx: TILE_PX * 2 ** map.getZoom(),
    width: clientWidth,
    height: clientHeight,
  };
}

/** Pixels from the left edge, to the nearest copy of the world. */
export function screenX(screen: Screen, lon: number): number {
  const x = mercatorX(lon) - screen.x;
  return screen.width / 2 + (x - Math.round(x)) * screen.worldPx;
}

/** Pixels from the top edge. */
export const screenY = (screen: Screen, lat: number): number =>
  screen.height / 2 + (mercatorY(lat) - screen.y) * screen.worldPx;
