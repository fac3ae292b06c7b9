import { refresh } from '../../../../api/refresh.ts';
import { refreshRoutes } from '../refresh-routes.ts';

/** After runs of a spread were made or taken back. */
export function refreshSpreads(): void {
  refreshRoutes();
  refresh('get-spread-list', 'get-spread-choices', 'get-spread-stops');
}
