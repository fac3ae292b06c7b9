import type { Handlers, OpenHandlers } from '../handler.ts';
import { connectHandlers } from './connect.ts';
import { deviceHandlers } from './devices.ts';
import { liveMapHandlers } from './live-map.ts';
import { menuHandlers } from './menu.ts';
import { peopleHandlers } from './people.ts';
import { openHandlers, sessionHandlers } from './session.ts';
import { setupHandlers } from './setup.ts';
import { vehicleHandlers } from './vehicles.ts';

/** Handlers of the routes that need nobody signed in. */
export const OPEN_HANDLERS: OpenHandlers = openHandlers;

/** Handlers of all other routes; one that is missing does not compile. */
export const HANDLERS: Handlers = {
  ...sessionHandlers,
  ...menuHandlers,
  ...setupHandlers,
  ...vehicleHandlers,
  ...peopleHandlers,
  ...deviceHandlers,
  ...connectHandlers,
  ...liveMapHandlers,
};
