import type { DownloadFormat } from '@milepost/contract/download-operations';
import type { ReportRange } from '@milepost/contract/report-kinds';
import type { ReportSchedule, SchedulePerson } from '@milepost/contract/report-schedule-operations';
import type { ScheduleEvery } from '@milepost/contract/report-schedules';
import type { Language } from '@milepost/contract/languages';
import { fittingRange } from './schedule-ranges.ts';
import { formatSettings } from '../../../text/format-settings.ts';

export interface Option {
  id: number;
  name: string;
}

/** The initial values of a new schedule: the report on the screen, except for its days. */
export type NewSchedule = Pick<ReportSchedule, 'kind' | 'title' | 'params'>;

export interface ScheduleValues extends Record<string, unknown> {
  every: ScheduleEvery;
  everyDays: number;
  weekday: number;
  monthDay: number;
  time: string;
  timeZone: string;
  range: ReportRange | '';
  yearBefore: boolean;
  /** Empty for that of each reader. */
  language: Language | '';
  formats: DownloadFormat[];
  /** The people with their names; their errors have the name of the call's field. */
  peopleIds: SchedulePerson[];
  addresses: string[];
  webhookIds: number[];
  skipEmpty: boolean;
}

export const valuesOf = (one: ReportSchedule | undefined): ScheduleValues => ({
  every: one?.every ?? 'week',
  everyDays: one?.everyDays ?? 2,
  weekday: one?.weekday ?? 1,
  monthDay: one?.monthDay ?? 1,
  time: one?.time ?? '07:00',
  timeZone: one?.timeZone ?? formatSettings().dayZone,
  // Not the range on the screen: on a Monday morning "today" is the hours since midnight.
  range: one ? (one.range ?? '') : fittingRange({ every: 'week', everyDays: 2 }),
  yearBefore: one?.yearBefore ?? false,
  language: one?.language ?? '',
  formats: one?.formats ?? ['xlsx', 'pdf'],
  peopleIds: one?.people ?? [],
  addresses: one?.addresses ?? [],
  webhookIds: one?.webhooks.map(({ id }) => id) ?? [],
  skipEmpty: one?.skipEmpty ?? true,
});

/** The values as the call's input. */
export const toInput = ({ peopleIds, range, language, ...values }: ScheduleValues, { kind, params }: NewSchedule) => ({
  ...values,
  kind,
  params,
  range: range === '' ? null : range,
  language: language === '' ? null : language,
  peopleIds: peopleIds.map(({ id }) => id),
});
