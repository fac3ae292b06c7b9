// The chunk of the root segment `vehicle-info`.
export { VehicleInfoPage } from './vehicle-info-page.tsx';
export { VehiclePage } from './vehicle-page.tsx';
