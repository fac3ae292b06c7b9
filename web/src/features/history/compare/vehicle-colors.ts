import './vehicle-colors.css';

/** The name of the colour of a vehicle by its place among those on the map, from 0. */
export const vehicleColor = (index: number): string => `--vehicle-${index + 1}`;
