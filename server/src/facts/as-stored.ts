import type { Attributes } from '@milepost/protocols/types';
import type { Position } from '@milepost/tracking/position';

const INT2 = 32_767;
const INT4 = 2_147_483_647;

/**
 * A position as it will be read back, in the precision and bounds of its columns. Live and stored values must be the
 * same to the last bit, or a recomputed day would differ from the original.
 */
export function roundAsStored(position: Position): Position {
  return {
    ...position,
    lat: Math.round(position.lat * 1e7) / 1e7,
    lon: Math.round(position.lon * 1e7) / 1e7,
    altitudeM: storedAltitude(position.altitudeM),
    speedKph: stepped(position.speedKph * 10, INT2) / 10,
    courseDeg: Math.round(position.courseDeg) % 360,
    attributes: storedAttributes(position.attributes),
  };
}

function storedAltitude(metres: number | null): number | null {
  return metres === null || !(Math.abs(metres) <= INT2) ? null : Math.round(metres);
}

/** Attributes of a position as they are read back. */
function storedAttributes(attributes: Attributes): Attributes {
  const stored = { ...attributes };
  const { satellites, batteryPercent, powerV, rssi, odometerM } = stored;
  if (satellites !== undefined) stored.satellites = stepped(satellites, INT2);
  if (batteryPercent !== undefined) stored.batteryPercent = stepped(batteryPercent, INT2);
  if (powerV !== undefined) stored.powerV = stepped(powerV * 1000, INT4) / 1000;
  if (rssi !== undefined) stored.rssi = stepped(rssi, INT2);
  if (odometerM !== undefined) stored.odometerM = stepped(odometerM, Number.MAX_SAFE_INTEGER);
  return stored;
}

/** Rounded as binary-array.ts does. */
function stepped(value: number, limit: number): number {
  return Math.max(-limit - 1, Math.min(limit, Math.round(value)));
}
