import type { Attributes } from '@milepost/protocols/types';
import type { Queryable } from '../database.ts';
import { readVehicleNow } from '../fleet/vehicle-now.ts';

/** What the device of a vehicle told last. */
export interface NewestMessage {
  /** When it was heard; null where it never was in this vehicle. */
  at: Date | null;
  attributes: Attributes;
}

export async function readNewestMessage(db: Queryable, vehicleId: number): Promise<NewestMessage> {
  const { attributes, position } = await readVehicleNow(db, vehicleId);
  return { at: position ? new Date(position.fixTime) : null, attributes };
}
