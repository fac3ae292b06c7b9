// This file does not import zod, because lists of the browser use these kinds.

/** Why a vehicle must not be used: its status, or a work order that takes it out of service. */
export const VEHICLE_OBSTACLES = ['workshop', 'off-road', 'sold', 'work-order'] as const;
export type VehicleObstacleKind = (typeof VEHICLE_OBSTACLES)[number];

/** Why a driver must not drive. */
export const DRIVER_OBSTACLES = ['left', 'licence-expired', 'not-hired'] as const;
export type DriverObstacleKind = (typeof DRIVER_OBSTACLES)[number];
