import { Marker } from '../../../map/map-library.ts';
import type { BaseMap } from '../../../ui/map/base-map.ts';
import { placeAt, type Track } from '../track/track.ts';
import type { Playback } from './playback.ts';
import classes from './vehicle-marker.module.css';

/** The share of the map at each edge that a followed vehicle does not enter. */
const EDGE = 0.22;
const ARROW = '<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M12 3 19 20 12 16.5 5 20Z"/></svg>';

/** The vehicle on its track: moves with the playback, outside React. */
export function createVehicleMarker({ map }: BaseMap, playback: Playback, reducedMotion: boolean) {
  let track: Track | null = null;
  let follow = false;
  let shown = false;
  const element = document.createElement('div');
  element.className = classes['marker'] ?? '';
  // The arrow rotates in its own element, so that the label stays upright. The map itself never rotates.
  const arrow = document.createElement('span');
  arrow.innerHTML = ARROW;
  const plate = document.createElement('bdi');
  plate.hidden = true;
  element.append(arrow, plate);
  element.dataset['testid'] = 'history-marker';
  const marker = new Marker({ element });

  const draw = (at: number) => {
    const place = track && placeAt(track, at);
    if (!place) {
      marker.remove();
      shown = false;
      return;
    }
    marker.setLngLat([place.lon, place.lat]);
    arrow.style.transform = `rotate(${place.courseDeg}deg)`;
    element.toggleAttribute('data-silent', place.silent);
    element.toggleAttribute('data-standing', place.speedKph < 1);
    if (!shown) marker.addTo(map);
    shown = true;
    if (follow) panIntoView(place.lon, place.lat);
  };
  const panIntoView = (lon: number, lat: number) => {
    if (map.isMoving()) return;
    const { x, y } = map.project([lon, lat]);
    const { clientWidth: width, clientHeight: height } = map.getContainer();
    const inside = x > width * EDGE && x < width * (1 - EDGE) && y > height * EDGE && y < height * (1 - EDGE);
    if (!inside) map.easeTo({ center: [lon, lat], duration: reducedMotion ? 0 : 300 });
  };
  const stop = playback.onFrame(draw);
  return {
    /** With several vehicles on the map: the colour of this one, and its label. */
    setLook(look: { color: string; label: string } | null): void {
      plate.hidden = look === null;
      plate.textContent = look?.label ?? '';
      element.toggleAttribute('data-one-of-many', look !== null);
      element.style.setProperty('--color', look === null ? '' : `var(${look.color})`);
    },
    setTrack(next: Track | null): void {
      track = next;
      draw(playback.at());
    },
    setFollow(next: boolean): void {
      follow = next;
      draw(playback.at());
    },
    stop(): void {
      stop();
      marker.remove();
    },
  };
}

export type VehicleMarker = ReturnType<typeof createVehicleMarker>;
