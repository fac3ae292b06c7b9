import { i18n } from '../../text/i18n.ts';

export interface OwnPosition {
  lat: number;
  lon: number;
  /** Radius in metres. */
  accuracyM: number;
}

const TIMEOUT_MS = 15_000;

/**
 * Where this browser is; the browser asks the person first.
 * @throws {Error} in the person's words when it is refused or not known
 */
export function whereAmI(): Promise<OwnPosition> {
  return new Promise((resolve, reject) => {
    if (!('geolocation' in navigator)) return reject(new Error(i18n.t('panel.location-unknown')));
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve({ lat: coords.latitude, lon: coords.longitude, accuracyM: coords.accuracy }),
      ({ code }) => reject(new Error(i18n.t(code === 1 ? 'panel.location-refused' : 'panel.location-unknown'))),
      { enableHighAccuracy: true, timeout: TIMEOUT_MS, maximumAge: 30_000 },
    );
  });
}

/** The live map around a place. */
export const mapAround = ({ lat, lon }: OwnPosition): string =>
  `/track-vehicle?c=${lon.toFixed(5)},${lat.toFixed(5)},15`;
