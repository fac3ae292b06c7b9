import { metresBetween } from '@milepost/contract/fence-geometry';
import { type FenceShape, type Place, RADIUS_M } from '@milepost/contract/fence-shape-types';
import { type MapLibreMap, Marker } from '../map-library.ts';
import classes from './handles.module.css';
import { circleRing } from '../fences/shape-features.ts';

type Circle = FenceShape & { kind: 'circle' };

interface Listeners {
  onDraft: (shape: Circle) => void;
  onDone: (shape: Circle) => void;
}

/** The two handles of a circle: the one in the centre moves it, the one on its edge changes the radius. */
export function createCircleHandles(map: MapLibreMap, start: Circle, { onDraft, onDone }: Listeners) {
  let circle = start;
  const [centre, edge] = [handle('centre'), handle('edge')];
  const east = (): [number, number] => circleRing(circle.centre, circle.radiusM, 4)[3] ?? [0, 0];
  const moved = () => {
    circle = { ...circle, centre: placeOf(centre) };
    edge.setLngLat(east());
    onDraft(circle);
  };
  const resized = () => {
    const radiusM = Math.round(metresBetween(circle.centre, placeOf(edge)));
    circle = { ...circle, radiusM: Math.min(RADIUS_M.max, Math.max(RADIUS_M.min, radiusM)) };
    onDraft(circle);
  };
  centre.on('drag', moved);
  edge.on('drag', resized);
  centre.on('dragend', () => onDone(circle));
  edge.on('dragend', () => {
    edge.setLngLat(east());
    onDone(circle);
  });
  centre.setLngLat([circle.centre.lon, circle.centre.lat]).addTo(map);
  edge.setLngLat(east()).addTo(map);

  return {
    stop(): void {
      centre.remove();
      edge.remove();
    },
  };
}

function handle(name: 'centre' | 'edge'): Marker {
  const element = document.createElement('div');
  element.className = `${classes['handle']} ${classes[name]}`;
  element.dataset['testid'] = `circle-${name}`;
  return new Marker({ element, draggable: true });
}

function placeOf(marker: Marker): Place {
  const { lat, lng } = marker.getLngLat().wrap();
  return { lat, lon: lng };
}
