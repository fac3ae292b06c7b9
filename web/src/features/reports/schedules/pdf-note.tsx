import { maxPdfRows } from '@milepost/contract/pdf-limits';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/use-call.ts';
import { formatNumber } from '../../../text/format.ts';
import { Alert } from '../../../ui/alert/alert.tsx';
import type { NewSchedule, ScheduleValues } from './schedule-values.ts';

interface Props {
  begun: NewSchedule;
  values: Pick<ScheduleValues, 'range' | 'yearBefore' | 'formats'>;
}

/**
 * Warns that the report, with today's data, is too long for a PDF. For saved reports the length is unknown before they
 * are made.
 */
export function PdfNote({ begun: { kind, params }, values: { range, yearBefore, formats } }: Props) {
  const { t } = useTranslation();
  const { data } = useCall(
    'get-report',
    { ...params, kind, pageSize: 1, ...(range !== '' && { range }) },
    { enabled: formats.includes('pdf') && !kind.startsWith('saved-') && !yearBefore, staleTime: 60_000 },
  );
  if (!data || !formats.includes('pdf') || yearBefore) return null;
  const usual = data.columns.filter(({ optional }) => !optional).length;
  const most = maxPdfRows(params.columns?.length ?? usual);
  if (data.total <= most) return null;
  return (
    <Alert type="warning" dismissible={false}>
      {t(formats.length === 1 ? 'schedules.pdf-only-long' : 'schedules.pdf-long', {
        days: t(range === '' ? 'schedules.usual-days' : `reports.ranges.${range}`),
        rows: formatNumber(data.total),
        most: formatNumber(most),
      })}
    </Alert>
  );
}
