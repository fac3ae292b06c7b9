import { refresh } from '../../api/refresh.ts';

export const refreshCommands = () => {
  refresh('get-command-list');
  refreshEngine();
};

/** Reloads the data that shows whether the engine of a vehicle is stopped. */
export const refreshEngine = () => refresh('get-command-choices', 'get-vehicle-now', 'get-vehicle-overview');
