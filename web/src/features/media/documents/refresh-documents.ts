import { refresh } from '../../../api/refresh.ts';

export const refreshDocuments = () =>
  refresh('get-document-list', 'get-document-by-id', 'get-due-list', 'get-calendar');
