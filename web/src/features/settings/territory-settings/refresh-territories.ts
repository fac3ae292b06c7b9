import { refresh } from '../../../api/refresh.ts';
import { refreshOutlets } from '../outlets/refresh-outlets.ts';

/** Called after territories were added, removed or changed, or outlets moved from one to another. */
export function refreshTerritories(): void {
  refresh('get-territory-list', 'get-territory-by-id');
  refreshOutlets();
}
