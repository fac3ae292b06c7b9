// The chunk of the root segment `maps`.
export { MapComponentPage } from './map-component-page.tsx';
export { MapsPage } from './maps-page.tsx';
