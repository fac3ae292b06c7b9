import type { Conversation } from './conversation.ts';
import { Gt06Conversation } from './conversation-gt06.ts';
import { OsmandConversation } from './conversation-osmand.ts';
import { TeltonikaConversation } from './conversation-teltonika.ts';
import type { DemoVehicle } from './fleet.ts';

/** A new conversation in the device's protocol. */
export function newConversation(vehicle: Pick<DemoVehicle, 'identity' | 'protocol'>, host: string): Conversation {
  if (vehicle.protocol === 'gt06') return new Gt06Conversation(vehicle.identity);
  if (vehicle.protocol === 'teltonika') return new TeltonikaConversation(vehicle.identity);
  return new OsmandConversation(vehicle.identity, host);
}
