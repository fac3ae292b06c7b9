import { refresh } from '../../api/refresh.ts';

/** Reloads the mailboxes. */
export const refreshMessages = () => refresh('get-message-list');
