import { formatSettings, watchFormat } from '../text/format-settings.ts';
import { ScaleControl } from './map-library.ts';

/** What the bar needs of a map. */
interface Place {
  addControl(control: ScaleControl, position: 'bottom-left'): unknown;
  once(type: 'remove', end: () => void): unknown;
}

/** How long a distance is on the map, in the person's units, also when these change while the map is open. */
export function addScaleBar(map: Place): void {
  const scale = new ScaleControl({ maxWidth: 96, unit: formatSettings().units });
  map.addControl(scale, 'bottom-left');
  const leave = watchFormat(() => scale.setUnit(formatSettings().units));
  map.once('remove', leave);
}
