import { refresh } from '../../api/refresh.ts';

export const refreshCommands = () =>
  refresh('get-command-list', 'get-command-choices', 'get-vehicle-now', 'get-vehicle-overview');
