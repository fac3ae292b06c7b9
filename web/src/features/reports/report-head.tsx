import { ActionIcon, Group, Title } from '@mantine/core';
import type { ReportParams } from '@milepost/contract/report-operations';
import { IconArrowLeft } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatDateTime } from '../../text/format.ts';
import { ViewsButton } from '../../ui/list-page/views-button.tsx';
import { ReportExport } from '../../ui/export/report-export.tsx';
import { FavouriteButton } from './favourite-button.tsx';
import { ReportFilters } from './report-filters.tsx';
import { readColumns } from './report-state.ts';
import { SaveButton } from './saved/save-button.tsx';
import { ScheduleButton } from './schedules/schedule-button.tsx';
import type { NewSchedule } from './schedules/schedule-values.ts';
import classes from './reports.module.css';
import type { ReportAnswer, useReport } from './use-report.ts';

interface Props {
  data: ReportAnswer;
  report: ReturnType<typeof useReport>;
}

/** The columns are in the address here, so a saved view has none of its own. */
const NO_COLUMNS: [] = [];

/** The parameters in the address, without the page. */
function reportParams({ state, params }: Props['report']): ReportParams {
  const { page: _page, pageSize: _size, ...request } = state;
  const columns = readColumns(params);
  return { ...request, ...(columns && { columns }) };
}

/** The initial values of a schedule of the report. */
function toSchedule(data: ReportAnswer, { state, params }: Props['report']): NewSchedule {
  const { page: _1, pageSize: _2, range: _3, from: _4, to: _5, only: _6, ...request } = state;
  const columns = readColumns(params);
  return {
    kind: data.kind,
    title: data.name,
    params: { ...request, ...(columns && { columns }) },
  };
}

/** The title of the report, its parameters, and the time of its data. */
export function ReportHead({ data, report }: Props) {
  const { t } = useTranslation();
  return (
    <>
      <div className={classes['head']}>
        <ActionIcon component={Link} to="/reports" aria-label={t('reports.all')} title={t('reports.all')}>
          <IconArrowLeft size={18} data-flip />
        </ActionIcon>
        <Title order={1} size={20} className={classes['title'] ?? ''}>
          {data.name}
        </Title>
        <FavouriteButton kind={data.kind} name={data.name} />
        <Group gap="xs" ms="auto" className={classes['actions'] ?? ''}>
          <ViewsButton columns={NO_COLUMNS} />
          <SaveButton data={data} state={report.state} params={report.params} />
          <ScheduleButton begun={toSchedule(data, report)} />
          <ReportExport isLabelled kind={data.kind} params={reportParams(report)} />
        </Group>
      </div>
      <ReportFilters data={data} {...report} />
      <div className={classes['notes']}>
        <details className={classes['folding']}>
          <summary>
            {[...data.notes, t('reports.as-of', { time: formatDateTime(data.asOf) }), data.rule]
              .filter((text) => text !== null)
              .join(' ')}
          </summary>
        </details>
        {data.counted !== null && (
          <details className={classes['counted']}>
            <summary>{t('reports.how')}</summary>
            <p>{data.counted}</p>
          </details>
        )}
      </div>
    </>
  );
}
