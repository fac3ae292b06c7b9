import { refresh } from '../../../api/refresh.ts';

/** After outlets came, went or changed. */
export const refreshOutlets = () => refresh('get-outlet-list', 'get-outlet-map', 'get-outlet-by-id', 'get-audit-list');
