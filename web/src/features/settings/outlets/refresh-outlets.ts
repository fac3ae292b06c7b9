import { refresh } from '../../../api/refresh.ts';

/** Called after outlets were added, removed or changed. */
export const refreshOutlets = () => refresh('get-outlet-list', 'get-outlet-map', 'get-outlet-by-id', 'get-audit-list');
