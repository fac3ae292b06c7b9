import { refresh } from '../../api/refresh.ts';

/** Fetches the boxes anew. */
export const refreshMessages = () => refresh('get-message-list');
