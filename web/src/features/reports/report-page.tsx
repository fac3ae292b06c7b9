import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { CallError } from '../../api/call-error.ts';
import { call } from '../../api/call.ts';
import { callKey } from '../../api/use-call.ts';
import { queryClient } from '../../api/query-client.ts';
import { ErrorNote } from '../../ui/error-note/error-note.tsx';
import { PageNote } from '../../ui/page-note.tsx';
import { ReportHead } from './report-head.tsx';
import { ReportResult } from './report-result.tsx';
import classes from './reports.module.css';
import { useReport } from './use-report.ts';

/** A report: its result immediately, with its parameters in one bar. The whole state is in the address. */
export default function ReportPage() {
  const { t } = useTranslation();
  const kind = useParams()['report'] ?? '';
  const report = useReport(kind);
  const { data, error, refetch } = report.query;
  useOpened(kind, data?.kind === kind);
  if (error instanceof CallError && (error.status === 404 || error.status === 403)) {
    return (
      <PageNote
        title={t('reports.not-found.title')}
        text={t('reports.not-found.text')}
        back={{ path: '/reports', label: t('reports.not-found.back') }}
      />
    );
  }
  return (
    <div className={classes['page']} aria-busy={data === undefined && error === null}>
      {data && <title>{`${data.name} · ${t('app.name')}`}</title>}
      {data && <ReportHead data={data} report={report} />}
      {error && <ErrorNote title={t('table.failed')} error={error} onRetry={() => void refetch()} />}
      <ReportResult data={error ? undefined : data} failed={error !== null} report={report} />
    </div>
  );
}

/** Records once that the person opened the report. */
function useOpened(kind: string, there: boolean): void {
  useEffect(() => {
    if (!there) return;
    call('mark-report', { kind })
      .then(() => queryClient.invalidateQueries({ queryKey: callKey('get-reports') }))
      // Only the order of recent reports is lost.
      .catch((error: unknown) => console.warn('The report could not be noted as opened', error));
  }, [kind, there]);
}
