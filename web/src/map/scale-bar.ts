import { formatSettings, watchFormat } from '../text/format-settings.ts';
import { ScaleControl } from './map-library.ts';

/** The part of a map that the scale bar uses. */
interface Place {
  addControl(control: ScaleControl, position: 'bottom-left'): unknown;
  once(type: 'remove', end: () => void): unknown;
}

/** Shows the scale of the map in the person's units, and follows when these change while the map is open. */
export function addScaleBar(map: Place): void {
  const scale = new ScaleControl({ maxWidth: 96, unit: formatSettings().units });
  map.addControl(scale, 'bottom-left');
  const leave = watchFormat(() => scale.setUnit(formatSettings().units));
  map.once('remove', leave);
}
