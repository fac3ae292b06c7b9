import type { FailedJob } from '@milepost/contract/server-status';
import { Button, Paper, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { useMay } from '../../../api/setup.ts';
import { formatNumber } from '../../../text/format.ts';
import { Ago } from '../../../ui/ago.tsx';
import { CutNote } from '../../../ui/cut-note.tsx';
import { attempt } from '../confirm.tsx';
import classes from './server.module.css';

interface Props {
  rows: readonly FailedJob[];
  total: number;
  onRetried: () => void;
}

/** Jobs that failed for good, with their reasons and a retry; hidden without any. */
export function FailedJobs({ rows, total, onRetried }: Props) {
  const { t } = useTranslation();
  const mayRetry = useMay('server', 'edit');
  if (rows.length === 0) return null;
  const retry = ({ queue, id }: FailedJob) =>
    attempt(t, {
      run: () => call('retry-job', { queue, job: id }),
      done: t('server-status.jobs.retried', { queue }),
      onDone: onRetried,
    });
  return (
    <Paper withBorder radius="lg" p="md" component="section" aria-label={t('server-status.jobs.title')}>
      <h2 className={classes['title']}>{t('server-status.jobs.title')}</h2>
      <ul className={classes['jobs']}>
        {rows.map((job) => (
          <li key={job.id}>
            <div>
              <Text component="span" fw={600}>
                {job.queue}
              </Text>{' '}
              <Text component="span" size="sm" c="dimmed">
                <Ago at={job.failedAt} /> ·{' '}
                {t('server-status.jobs.attempts', { count: job.attempts, number: formatNumber(job.attempts) })}
              </Text>
              <p className={classes['reason']}>{job.reason}</p>
            </div>
            {mayRetry && (
              <Button variant="default" size="xs" onClick={() => void retry(job)}>
                {t('server-status.jobs.retry')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <CutNote shown={rows.length} total={total} />
    </Paper>
  );
}
