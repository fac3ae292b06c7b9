/**
 * The part of the world that a map shows that looks straight down with north up. Ours does not turn or tilt, so a
 * place is on the screen by one multiplication instead of MapLibre's matrices, which 10,000 vehicles would feel.
 */
export interface Screen {
  /** Centre in units of the Mercator square, 0 to 1 from the north-west. */
  x: number;
  y: number;
  /** Pixels across the whole world. */
  worldPx: number;
  width: number;
  height: number;
}

const TILE_PX = 512;

/** Longitude as a share of the Mercator square. */
export const mercatorX = (lon: number): number => lon / 360 + 0.5;

/** Latitude as a share of the Mercator square, 0 in the north. */
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

/** Pixels from the left edge; the nearest copy of the world counts. */
export function screenX(screen: Screen, lon: number): number {
  const x = mercatorX(lon) - screen.x;
  return screen.width / 2 + (x - Math.round(x)) * screen.worldPx;
}

/** Pixels from the top edge. */
export const screenY = (screen: Screen, lat: number): number =>
  screen.height / 2 + (mercatorY(lat) - screen.y) * screen.worldPx;
