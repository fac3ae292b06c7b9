/** The parts that we use of packages that bring no types. */
declare module 'vt-pbf' {
  const vtpbf: {
    fromGeojsonVt(
      layers: Record<string, { features: readonly unknown[] }>,
      options: { version: number; extent: number },
    ): Uint8Array;
  };
  export default vtpbf;
}

declare module 'd3-contour' {
  interface Contours {
    size(size: [number, number]): Contours;
    thresholds(values: readonly number[]): Contours;
    (values: ArrayLike<number>): { type: 'MultiPolygon'; value: number; coordinates: number[][][][] }[];
  }
  export function contours(): Contours;
}

declare module 'topojson-client' {
  import type { FeatureCollection, MultiPolygon, Polygon } from 'geojson';
  export function feature(
    topology: object,
    object: object,
  ): FeatureCollection<Polygon | MultiPolygon, Record<string, string>>;
}
