import { i18n } from '../../text/i18n.ts';

export interface OwnPosition {
  lat: number;
  lon: number;
  /** The radius in metres. */
  accuracyM: number;
}

const TIMEOUT_MS = 15_000;

/**
 * Returns the position of this browser; the browser asks the person first.
 * @throws {Error} with a message for the person if it is refused or unknown
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

/** The address of the live map around a position. */
export const mapAround = ({ lat, lon }: OwnPosition): string =>
  `/track-vehicle?c=${lon.toFixed(5)},${lat.toFixed(5)},15`;
