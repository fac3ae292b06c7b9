interface View {
  /** The latitude of the centre, degrees, and the zoom (for tiles of 512 px). */
  lat: number;
  zoom: number;
  /** The height of the map and the part that is covered at its top, px. */
  height: number;
  top: number;
}

/** The position of a latitude in the Mercator square, 0 in the north, 1 in the south. */
const toY = (lat: number): number => {
  const sin = Math.sin((lat * Math.PI) / 180);
  return 0.5 - Math.log((1 + sin) / (1 - sin)) / (4 * Math.PI);
};
const toLat = (y: number): number => (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI;

/**
 * The latitude of the centre at which a map shows nothing beyond the northern edge of its streets, provided that the
 * northernmost required point stays visible.
 */
export function belowNorth({ lat, zoom, height, top }: View, edge: number, northernmost: number): number {
  const world = 512 * 2 ** zoom;
  const upper = toY(lat) * world - height / 2;
  const empty = toY(edge) * world - upper;
  const room = toY(northernmost) * world - upper - top;
  const shift = Math.max(0, Math.min(empty, room));
  return shift === 0 ? lat : toLat(toY(lat) + shift / world);
}
