import { setWorkerUrl } from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import 'maplibre-gl/dist/maplibre-gl.css';
import './live-map.css';

// MapLibre 6 is a module and cannot locate its worker once it is bundled.
setWorkerUrl(workerUrl);

export { AttributionControl, LngLat, LngLatBounds, Map as MapLibreMap, Marker, ScaleControl } from 'maplibre-gl';
export type { StyleSpecification } from 'maplibre-gl';
