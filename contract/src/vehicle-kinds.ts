// This file does not import zod, because the browser offers its values as choices.

export const VEHICLE_TYPES = ['car', 'van', 'truck', 'bus', 'motorcycle', 'tractor', 'trailer', 'other'] as const;
export const FUEL_KINDS = ['petrol', 'diesel', 'cng', 'lpg', 'electric', 'hybrid', 'hydrogen', 'other'] as const;
export const OWNERSHIPS = ['owned', 'leased', 'hired'] as const;

/**
 * Whether a vehicle is used. In the workshop its movement raises no alarm; a sold vehicle keeps its past and is removed
 * from the live map.
 */
export const VEHICLE_STATUSES = ['in-service', 'workshop', 'off-road', 'sold'] as const;
export type VehicleStatus = (typeof VEHICLE_STATUSES)[number];

/** Whether a list includes vehicles that moved to another organisation. */
export const MOVED_CHOICES = ['without', 'with', 'only'] as const;

/** The meters of a vehicle's use. */
export const METERS = ['odometer', 'engine-hours'] as const;
export type Meter = (typeof METERS)[number];
/** The origin of a reading: entered by a person, or part of a service. */
export const READING_SOURCES = ['person', 'service'] as const;
