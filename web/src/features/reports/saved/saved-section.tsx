import { Title } from '@mantine/core';
import type { ReportParams } from '@milepost/contract/report-operations';
import type { SavedReport } from '@milepost/contract/saved-report-operations';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorNote } from '../../../ui/error-note/error-note.tsx';
import { ReportResult } from '../report-result.tsx';
import classes from '../reports.module.css';
import { useSection } from './use-section.ts';

interface Props {
  section: SavedReport['sections'][number];
  shared: SavedReport['params'];
}

/** A report within a saved one: its chart, its rows and their totals. */
export function SavedSection({ section, shared }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const params: ReportParams = { ...section.params, ...shared };
  const report = useSection(section.kind, params);
  const { data, error, refetch } = report.query;
  return (
    <section className={classes['section']} aria-labelledby={id}>
      <Title order={2} size={16} id={id}>
        {section.title ?? section.name}
      </Title>
      {data && (data.rule !== null || data.notes.length > 0) && (
        <p className={classes['note']}>{[data.rule, ...data.notes].filter((text) => text !== null).join(' ')}</p>
      )}
      {error && <ErrorNote title={t('table.failed')} error={error} onRetry={() => void refetch()} />}
      <ReportResult data={error ? undefined : data} failed={error !== null} report={report} fixed />
    </section>
  );
}
