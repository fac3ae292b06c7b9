import type { Attributes } from '@milepost/protocols/types';
import type { Queryable } from '../database.ts';
import { readVehicleNow } from '../fleet/vehicle-now.ts';

/** The last report of a vehicle's device. */
export interface NewestMessage {
  /** The last contact; null if there was none in this vehicle. */
  at: Date | null;
  attributes: Attributes;
}

export async function readNewestMessage(db: Queryable, vehicleId: number): Promise<NewestMessage> {
  const { attributes, position } = await readVehicleNow(db, vehicleId);
  return { at: position ? new Date(position.fixTime) : null, attributes };
}
