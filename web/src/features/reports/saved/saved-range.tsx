import type { ReportParams } from '@milepost/contract/report-operations';
import { useCall } from '../../../api/use-call.ts';
import { RangeFilter } from '../range-filter.tsx';
import type { Change } from '../use-report.ts';
import { sectionRequest } from './use-section.ts';

interface Props {
  kind: string;
  params: ReportParams;
  change: Change;
}

/** The days of all sections, as given by the first section that has any. */
export function SavedRange({ kind, params, change }: Props) {
  const { data } = useCall('get-report', sectionRequest(kind, params));
  return data?.range ? <RangeFilter range={data.range} change={change} /> : null;
}
