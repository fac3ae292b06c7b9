import { refresh } from '../../../../api/refresh.ts';
import { refreshRoutes } from '../refresh-routes.ts';

/** Called after the runs of a spread were made or undone. */
export function refreshSpreads(): void {
  refreshRoutes();
  refresh('get-spread-list', 'get-spread-choices', 'get-spread-stops');
}
