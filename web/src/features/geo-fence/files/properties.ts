import type { Fence } from '@milepost/contract/fence-operations';

/** The properties of a geofence besides its outline, under the names that an import reads; empty ones are omitted. */
export function propertiesOf({
  name,
  description,
  colour,
  speedLimitKph,
  betweenFixes,
  shape,
}: Fence): Record<string, string | number | boolean> {
  return {
    name,
    ...(description !== null && { description }),
    colour,
    ...(speedLimitKph !== null && { speedLimitKph }),
    ...(betweenFixes && { betweenFixes }),
    kind: shape.kind,
    ...(shape.kind === 'circle' && { lat: shape.centre.lat, lon: shape.centre.lon, radiusM: shape.radiusM }),
    ...(shape.kind === 'corridor' && { halfWidthM: shape.halfWidthM }),
  };
}
