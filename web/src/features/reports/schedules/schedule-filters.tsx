import { Text } from '@mantine/core';
import type { ReportParameter } from '@milepost/contract/report-operations';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/use-call.ts';
import { formatDecimal, formatNumber } from '../../../text/format.ts';
import { unitOf } from '../parameter-unit.ts';
import type { ReportAnswer } from '../use-report.ts';
import type { NewSchedule, ScheduleValues } from './schedule-values.ts';
import { listText } from '../../../text/list-text.ts';

/** The maximum number of names shown in a filter. */
const MAX_NAMES = 8;

/** The filters of a report, by name. A saved report contains its own filters. */
export function ScheduleFilters({ begun, range }: { begun: NewSchedule; range: ScheduleValues['range'] }) {
  const { t } = useTranslation();
  const { kind, params } = begun;
  const isSaved = kind.startsWith('saved-');
  const { data } = useCall(
    'get-report',
    { ...params, kind, pageSize: 1, ...(range !== '' && { range }) },
    { enabled: !isSaved, staleTime: 60_000, placeholderData: (former) => former },
  );
  if (isSaved || !data) return null;
  return (
    <Text size="sm" data-testid="schedule-filters">
      <b>{t('schedules.filters')}</b>
      {filterTexts(t, data).map((text) => (
        <span key={text} style={{ display: 'block', overflowWrap: 'anywhere' }}>
          {text}
        </span>
      ))}
    </Text>
  );
}

function filterTexts(t: TFunction, { filters, chosen, vehicleTypes, search, parameters }: ReportAnswer): string[] {
  const narrowed = filters.flatMap((filter) => {
    const names = (chosen[filter] ?? []).map(({ name }) => name);
    if (names.length === 0) return filter === 'vehicles' ? [t('reports.filter.vehicles.all')] : [];
    const more = names.length - MAX_NAMES;
    return [
      listText([
        `${t(`reports.filter.${filter}.title`)}: ${listText(names.slice(0, MAX_NAMES))}`,
        ...(more > 0 ? [t('schedules.more-names', { number: formatNumber(more) })] : []),
      ]),
    ];
  });
  const types = vehicleTypes?.map((type) => t(`vehicle-type.${type}`)) ?? [];
  const own = parameters.filter(({ value, standard }) => value !== standard).map((each) => ownText(t, each));
  return [...narrowed, ...(types.length > 0 ? [listText(types)] : []), ...(search ? [`“${search}”`] : []), ...own];
}

function ownText(t: TFunction, { kind, label, value, choices }: ReportParameter): string {
  if (typeof value === 'string') {
    const names = kind === 'choices' ? value.split('.') : [value];
    return `${label}: ${listText(names.map((name) => choices?.[name] ?? name))}`;
  }
  const { step, unit } = unitOf(kind, t('reports.minutes'));
  return `${label}: ${formatDecimal(value / step)} ${unit}`.trimEnd();
}
