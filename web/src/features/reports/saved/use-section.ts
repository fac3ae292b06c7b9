import { keepPreviousData } from '@tanstack/react-query';
import type { ReportParams } from '@milepost/contract/report-operations';
import { useState } from 'react';
import { useCall } from '../../../api/use-call.ts';
import { formatSettings } from '../../../text/format-settings.ts';
import { readReportState, type ReportState, withReport } from '../report-state.ts';
import type { Change, useReport } from '../use-report.ts';

/**
 * A section in the form of `useReport`'s result. Page and sorting are not in the address, which has room for only one
 * report.
 */
export function useSection(kind: string, request: ReportParams): ReturnType<typeof useReport> {
  const { columns } = request;
  const [params, setParams] = useState(() => new URLSearchParams(columns ? { columns: columns.join(',') } : {}));
  const local = readReportState(params);
  const state: ReportState = {
    ...request,
    only: local.only,
    // A group that was opened shows its rows.
    subtotals: request.subtotals === true && local.only === undefined,
    sort: local.sort ?? request.sort,
    direction: local.direction ?? request.direction,
    page: local.page,
    pageSize: local.pageSize,
  };
  const query = useCall('get-report', sectionRequest(kind, state), { placeholderData: keepPreviousData });
  const change: Change = (changes) => setParams((current) => withReport(current, changes));
  const turn = (page: number) =>
    setParams((current) => {
      const next = new URLSearchParams(current);
      next.set('page', String(page));
      return next;
    });
  return { state, params, query, change, turn };
}

export const sectionRequest = (kind: string, request: ReportParams & { page?: number; pageSize?: number }) => ({
  page: 1,
  pageSize: 50,
  ...request,
  kind,
  language: formatSettings().language,
});
