import { refresh } from '../../api/refresh.ts';

export const refreshMaintenance = () =>
  refresh(
    'get-service-due-list',
    'get-service-plan-list',
    'get-service-plan-by-id',
    'get-service-record-list',
    'get-due-list',
  );
