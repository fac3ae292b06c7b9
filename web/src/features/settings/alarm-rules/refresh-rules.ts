import { refresh } from '../../../api/refresh.ts';

export const refreshRules = () => refresh('get-alarm-rule-list', 'get-alarm-list', 'get-alarm-choices');
