import type { ServerStatus } from '@milepost/contract/server-status';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { formatNumber } from '../../../text/format.ts';
import { FailedList } from './failed-list.tsx';

/** Jobs that failed for good. */
export function FailedJobs({ status, onChanged }: { status: ServerStatus; onChanged: () => void }) {
  const { t } = useTranslation();
  return (
    <FailedList
      title={t('server-status.jobs.title')}
      total={status.failedJobsTotal}
      onChanged={onChanged}
      entries={status.failedJobs.map(({ id, queue, failedAt, attempts, reason }) => ({
        key: id,
        name: queue,
        at: failedAt,
        detail: t('server-status.jobs.attempts', { count: attempts, number: formatNumber(attempts) }),
        reason: <bdi>{reason}</bdi>,
        retry: {
          run: () => call('retry-job', { queue, job: id }),
          done: t('server-status.jobs.retried', { queue }),
        },
        discard: {
          run: () => call('discard-job', { queue, job: id }),
          done: t('server-status.jobs.discarded', { queue }),
        },
      }))}
    />
  );
}
