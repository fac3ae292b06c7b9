import './vehicle-colors.css';

/** The name of a vehicle's colour by its index on the map, from 0. */
export const vehicleColor = (index: number): string => `--vehicle-${index + 1}`;
