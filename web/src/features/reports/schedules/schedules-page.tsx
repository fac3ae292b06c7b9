import { Anchor, Badge, Button, Text } from '@mantine/core';
import type { ReportSchedule } from '@milepost/contract/report-schedule-operations';
import { IconCalendarRepeat } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useCall } from '../../../api/use-call.ts';
import { faultText } from '../../../text/fault-text.ts';
import { formatDateTimeWithoutSeconds } from '../../../text/format.ts';
import type { Column } from '../../../ui/data-table/column.ts';
import type { TableDefaults } from '../../../ui/data-table/table-state.ts';
import { useTableState } from '../../../ui/data-table/use-table-state.ts';
import { RecordDrawer } from '../../../ui/form/record-drawer.tsx';
import { useOpenRecord } from '../../../ui/form/use-open-record.ts';
import { useShownRecord } from '../../../ui/form/use-shown-record.ts';
import { ListPage } from '../../../ui/list-page/list-page.tsx';
import ScheduleForm from './schedule-form.tsx';
import { ScheduleRuns } from './schedule-runs.tsx';
import { sentence } from './schedule-words.ts';

const SORTS = ['nextAt', 'owner'] as const;
type Sort = (typeof SORTS)[number];
const DEFAULTS: TableDefaults<Sort> = { sorts: SORTS, sort: 'nextAt', direction: 'asc' };

/** The schedules by which reports are sent. */
export default function SchedulesPage() {
  const { t } = useTranslation();
  const list = useTableState(DEFAULTS);
  const { open } = useOpenRecord();
  const query = useCall('get-report-schedule-list', list.state, { placeholderData: keepPreviousData });
  return (
    <>
      <ListPage
        title={t('schedules.title')}
        lead={
          (query.data?.rows.length ?? 0) > 0 && (
            <Anchor component={Link} to="/reports" size="sm">
              {t('schedules.empty-text')}
            </Anchor>
          )
        }
        searchLabel={t('schedules.search')}
        columns={columns(t)}
        list={list}
        query={query}
        onOpen={({ id }) => open(id)}
        empty={{
          Icon: IconCalendarRepeat,
          title: t('schedules.empty'),
          text: t('schedules.empty-text'),
          action: (
            <Button component={Link} to="/reports">
              {t('reports.all')}
            </Button>
          ),
        }}
      />
      <ScheduleDrawer />
    </>
  );
}

function ScheduleDrawer() {
  const { t } = useTranslation();
  const { opened, close } = useOpenRecord();
  const id = typeof opened === 'number' ? opened : 0;
  const query = useCall(
    'get-report-schedule',
    { id },
    { enabled: id > 0, gcTime: 0, refetchOnWindowFocus: false, refetchOnReconnect: false },
  );
  const { record } = useShownRecord(opened, query.data?.schedule);
  return (
    <RecordDrawer
      title={record ? t('schedules.of', { report: record.title }) : ' '}
      opened={id > 0}
      onClose={close}
      loading={record === undefined}
      error={query.error}
      onRetry={() => void query.refetch()}
      size={520}
    >
      {record && (
        <ScheduleForm
          key={record.id}
          schedule={record}
          begun={record}
          onClose={close}
          aside={<ScheduleRuns schedule={record} />}
        />
      )}
    </RecordDrawer>
  );
}

const stateOf = ({ paused, stopped, last }: ReportSchedule) =>
  stopped !== null ? 'stopped' : paused ? 'paused' : last?.state === 'failed' ? 'failed' : 'on';
const COLOURS = { stopped: 'red', paused: 'gray', failed: 'red', on: 'green' } as const;

function columns(t: TFunction): Column<ReportSchedule, Sort>[] {
  const label = (key: string) => t(`schedules.${key}`);
  return [
    {
      key: 'title',
      label: label('report'),
      text: true,
      render: ({ title, people, addresses, webhooks, ...schedule }) => (
        <>
          <Text fw={600}>{title}</Text>
          <Text size="xs" c="dimmed" lineClamp={3}>
            {sentence(t, {
              ...schedule,
              recipients: [...people, ...addresses.map((name) => ({ name })), ...webhooks].map(({ name }) => name),
            })}
          </Text>
        </>
      ),
    },
    {
      key: 'state',
      label: label('state-label'),
      render: (schedule) => (
        <>
          <Badge variant="light" color={COLOURS[stateOf(schedule)]} tt="none" fw={600} miw="max-content">
            {t(`schedules.state.${stateOf(schedule)}`)}
          </Badge>
          {schedule.held !== null && (
            <Text size="xs" c="dimmed" maw={280}>
              {t('schedules.held-short', { name: schedule.held.by ?? '–' })}
            </Text>
          )}
          {schedule.stopped !== null && (
            <Text size="xs" c="red" maw={280}>
              {faultText(schedule.stopped)}
            </Text>
          )}
        </>
      ),
    },
    {
      key: 'nextAt',
      label: label('next'),
      sort: 'nextAt',
      from: 620,
      render: ({ nextAt }) => (nextAt === null ? '–' : formatDateTimeWithoutSeconds(nextAt)),
    },
    { key: 'owner', label: label('owner'), sort: 'owner', from: 900, render: ({ owner }) => owner },
  ];
}
