import type { ServerStatus } from '@milepost/contract/server-status';
import { Paper } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../text/format.ts';
import classes from './server.module.css';

/** The operations of the last hour that took longest; hidden without any. */
export function SlowOperations({ rows }: { rows: ServerStatus['slowOperations'] }) {
  const { t } = useTranslation();
  if (rows.length === 0) return null;
  return (
    <Paper withBorder radius="lg" p="md" component="section" aria-label={t('server-status.slow.title')}>
      <h2 className={classes['title']}>{t('server-status.slow.title')}</h2>
      <table className={classes['table']}>
        <thead>
          <tr>
            <th>{t('server-status.slow.operation')}</th>
            <th>{t('server-status.slow.calls')}</th>
            <th>{t('server-status.slow.mean')}</th>
            <th>{t('server-status.slow.longest')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ operation, calls, meanMs, maxMs }) => (
            <tr key={operation}>
              <th scope="row">{operation}</th>
              <td>{formatNumber(calls)}</td>
              <td>{t('server-status.slow.ms', { ms: formatNumber(Math.round(meanMs)) })}</td>
              <td>{t('server-status.slow.ms', { ms: formatNumber(Math.round(maxMs)) })}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Paper>
  );
}
