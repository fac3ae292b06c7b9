import { refresh } from '../../../api/refresh.ts';

export const refreshContacts = () => refresh('get-contact-list', 'get-contact-by-id');
