import { Button, Center, Paper } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../ui/lazy-part.ts';
import { Suspense } from 'react';
import { EmptyNote } from '../../ui/empty-note.tsx';
import { TableFooter } from '../../ui/data-table/table-footer.tsx';
import { ReportChart } from './report-chart.tsx';
import { ReportRows } from './report-rows.tsx';
import { cleared } from './report-state.ts';
import classes from './reports.module.css';
import type { ReportAnswer, useReport } from './use-report.ts';
import { localStore } from '../../api/local-store.ts';

const ReportMap = lazyPart(() => import('./report-map.tsx'));

interface Props {
  data: ReportAnswer | undefined;
  failed: boolean;
  report: ReturnType<typeof useReport>;
  /** True for a section among others: its parameters are not changed here. */
  fixed?: boolean;
}

/** The chart and map, and below them the rows with their totals. */
export function ReportResult({ data, failed, report, fixed = false }: Props) {
  const { t } = useTranslation();
  const { state, params, query, change, turn } = report;
  const { page, pageSize } = state;
  const [folded, setFolded] = useLocalStorage({
    key: localStore.keyOf('report-chart-folded'),
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  if (failed) return null;
  const withMap = data?.map === true && params.get('map') === 'yes' && data.rows.length > 0;
  const withChart = data?.chart != null && data.chart.points.length > 1 && params.get('chart') !== 'no';
  return (
    <>
      {data && (withChart || withMap) && (
        <div className={classes['pictures']} data-both={(withChart && withMap) || undefined}>
          {withChart && (
            <section className={classes['chart']}>
              <button
                type="button"
                className={classes['fold'] ?? ''}
                aria-expanded={!folded}
                onClick={() => setFolded(!folded)}
              >
                {folded ? (
                  <IconChevronRight size={14} data-flip aria-hidden />
                ) : (
                  <IconChevronDown size={14} aria-hidden />
                )}
                {t('reports.chart-shown')}
              </button>
              {!folded && <ReportChart data={data} change={change} />}
            </section>
          )}
          {withMap && (
            <Suspense fallback={<div className={classes['map']} />}>
              <ReportMap rows={data.rows} label={data.name} />
            </Suspense>
          )}
        </div>
      )}
      <Paper withBorder radius="lg" className={classes['paper'] ?? ''} data-fixed={fixed || undefined}>
        {data?.total === 0 ? (
          <Center className={classes['nothing'] ?? ''}>
            <EmptyNote
              title={t('reports.empty')}
              text={fixed ? '' : [...data.notes, t('reports.empty-text')].join(' ')}
            >
              {!fixed && (
                <Button variant="default" onClick={() => change(cleared(params))}>
                  {t('reports.widen')}
                </Button>
              )}
            </EmptyNote>
          </Center>
        ) : (
          <ReportRows data={data} params={params} state={state} change={change} stale={query.isPlaceholderData} />
        )}
        {data !== undefined && data.total > 0 && (
          <TableFooter
            total={data.total}
            state={{ search: '', sort: data.sort, direction: data.direction, page, pageSize }}
            onChange={(next) => {
              if (next.page !== undefined) turn(next.page);
              else change({ size: next.pageSize === 50 ? null : String(next.pageSize) });
            }}
          />
        )}
      </Paper>
    </>
  );
}
