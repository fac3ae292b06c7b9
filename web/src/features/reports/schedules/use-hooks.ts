import type { ReportSchedule } from '@milepost/contract/report-schedule-operations';
import { useMay } from '../../../api/setup.ts';
import { useCall } from '../../../api/use-call.ts';
import type { Option } from './schedule-values.ts';

/**
 * The webhooks that a schedule can use, and those that it uses already; if there is more than a page of them, the first
 * by name.
 */
export function useHooks(schedule: ReportSchedule | undefined): Option[] {
  const mayView = useMay('webhooks', 'view');
  const { data } = useCall(
    'get-webhook-list',
    { search: '', sort: 'name', direction: 'asc', page: 1, pageSize: 200 },
    { enabled: mayView },
  );
  const names = new Map((schedule?.webhooks ?? []).map(({ id, name }) => [id, name]));
  for (const { id, name, enabled } of data?.rows ?? []) if (enabled) names.set(id, name);
  return [...names].map(([id, name]) => ({ id, name }));
}
