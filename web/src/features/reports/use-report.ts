import { keepPreviousData } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import type { CallOutput } from '../../api/call.ts';
import { useCall } from '../../api/use-call.ts';
import { formatSettings } from '../../text/format-settings.ts';
import { SAME_PAGE } from '../../ui/same-page.ts';
import { readReportState, type ReportState, withReport } from './report-state.ts';

export type ReportAnswer = CallOutput<'get-report'>;
export type Change = (changes: Readonly<Record<string, string | null>>) => void;

/** The report with the parameters of the address, and a function that changes them. */
export function useReport(kind: string) {
  const [params, setParams] = useSearchParams();
  const state: ReportState = readReportState(params);
  const query = useCall(
    'get-report',
    { ...state, kind, language: formatSettings().language },
    // Only for the same report: another one has other columns.
    {
      placeholderData: (former, formerQuery) =>
        formerQuery?.queryKey.some((part) => kindIn(part) === kind) ? keepPreviousData(former) : undefined,
    },
  );
  const change: Change = (changes) => setParams((current) => withReport(current, changes), SAME_PAGE);
  const turn = (page: number) =>
    setParams((current) => {
      const next = new URLSearchParams(current);
      if (page === 1) next.delete('page');
      else next.set('page', String(page));
      return next;
    });
  return { state, params, query, change, turn };
}

const kindIn = (part: unknown) => (typeof part === 'object' && part !== null && 'kind' in part ? part.kind : undefined);
