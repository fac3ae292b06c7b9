import { refresh } from '../../../api/refresh.ts';
import { refreshOutlets } from '../outlets/refresh-outlets.ts';

/** After territories came, went or changed, or outlets went from one to another. */
export function refreshTerritories(): void {
  refresh('get-territory-list', 'get-territory-by-id');
  refreshOutlets();
}
