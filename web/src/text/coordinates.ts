/** Coordinates as text, to about a metre. */
export const coordinates = ({ lat, lon }: { lat: number; lon: number }): string =>
  `${lat.toFixed(5)}, ${lon.toFixed(5)}`;
