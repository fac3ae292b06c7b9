// Without zod: the browser offers them as choices.

export const VEHICLE_TYPES = ['car', 'van', 'truck', 'bus', 'motorcycle', 'tractor', 'trailer', 'other'] as const;
export const FUEL_KINDS = ['petrol', 'diesel', 'cng', 'lpg', 'electric', 'hybrid', 'hydrogen', 'other'] as const;
export const OWNERSHIPS = ['owned', 'leased', 'hired'] as const;

/**
 * Whether a vehicle is used. In the workshop its movement is no alarm; sold, it keeps its past and leaves the live map.
 */
export const VEHICLE_STATUSES = ['in-service', 'workshop', 'off-road', 'sold'] as const;
export type VehicleStatus = (typeof VEHICLE_STATUSES)[number];

/** Whether a list has the vehicles that moved to another organisation. */
export const MOVED_CHOICES = ['without', 'with', 'only'] as const;

/** What counts how long a vehicle was used. */
export const METERS = ['odometer', 'engine-hours'] as const;
export type Meter = (typeof METERS)[number];
/** What a reading was typed as: by itself, or with a service. */
export const READING_SOURCES = ['person', 'service'] as const;
