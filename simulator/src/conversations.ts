import type { Conversation } from './conversation.ts';
import { Gt06Conversation } from './conversation-gt06.ts';
import { OsmandConversation } from './conversation-osmand.ts';
import { TeltonikaConversation } from './conversation-teltonika.ts';
import type { DemoVehicle } from './fleet.ts';

/** The GT06 model that reports its supply voltage. */
const REPORTS_SUPPLY = 'Jimi JM-VL03';

type Speaker = Pick<DemoVehicle, 'identity' | 'protocol' | 'deviceModel'> & Partial<Pick<DemoVehicle, 'tag'>>;

/** Creates a conversation in the device's protocol. */
export function newConversation(vehicle: Speaker, host: string): Conversation {
  if (vehicle.protocol === 'gt06') {
    return new Gt06Conversation(vehicle.identity, vehicle.deviceModel === REPORTS_SUPPLY);
  }
  if (vehicle.protocol === 'teltonika') return new TeltonikaConversation(vehicle.identity, vehicle.tag);
  return new OsmandConversation(vehicle.identity, host);
}
