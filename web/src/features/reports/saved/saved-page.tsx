import { ActionIcon, Button, Group, Skeleton, Text, Title } from '@mantine/core';
import { savedKind } from '@milepost/contract/saved-reports';
import type { SavedReport } from '@milepost/contract/saved-report-operations';
import { IconArrowLeft, IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useParams, useSearchParams } from 'react-router';
import { CallError } from '../../../api/call-error.ts';
import { useCall } from '../../../api/use-call.ts';
import { formatSettings } from '../../../text/format-settings.ts';
import { ErrorNote } from '../../../ui/error-note/error-note.tsx';
import { RecordDrawer } from '../../../ui/form/record-drawer.tsx';
import { lazyPart } from '../../../ui/lazy-part.ts';
import { PageNote } from '../../../ui/page-note.tsx';
import { recordId } from '../../../ui/record-page/record-id.ts';
import { SAME_PAGE } from '../../../ui/same-page.ts';
import { ReportExport } from '../../../ui/export/report-export.tsx';
import { readReportState, withReport } from '../report-state.ts';
import classes from '../reports.module.css';
import { ScheduleButton } from '../schedules/schedule-button.tsx';
import { SavedRange } from './saved-range.tsx';
import { SavedSection } from './saved-section.tsx';
import { valuesOf } from './saved-values.ts';
import { listText } from '../../../text/list-text.ts';

const SavedForm = lazyPart(() => import('./saved-form.tsx'));
/** A saved report: its sections below each other, and one bar of days for all. */
export default function SavedReportPage() {
  const { t } = useTranslation();
  const id = recordId(useParams()['id']);
  const { language } = formatSettings();
  const { data, error, refetch } = useCall('get-saved-report', { id, language }, { enabled: id > 0 });
  if (id === 0 || (error instanceof CallError && (error.status === 404 || error.status === 403))) {
    return (
      <PageNote
        title={t('saved-reports.not-found.title')}
        text={t('saved-reports.not-found.text')}
        back={{ path: '/reports', label: t('reports.not-found.back') }}
      />
    );
  }
  return (
    <div className={classes['page']} aria-busy={data === undefined && error === null}>
      {error && <ErrorNote title={t('table.failed')} error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={280} />}
      {data && <Shown key={data.report.version} report={data.report} />}
    </div>
  );
}

function Shown({ report }: { report: SavedReport }) {
  const { t } = useTranslation();
  const [params, setParams] = useSearchParams();
  const { range, from, to } = readReportState(params);
  const days = range !== undefined || from !== undefined ? { range, from, to } : null;
  const { vehicleIds, groupIds, vehicleTypes, ...saved } = report.params;
  const shared = { ...(days ?? saved), vehicleIds, groupIds, vehicleTypes };
  const open = report.sections.filter((section) => section.open);
  const closed = report.sections.filter((section) => !section.open);
  const [first] = open;
  const kind = savedKind(report.id);
  return (
    <>
      <title>{`${report.name} · ${t('app.name')}`}</title>
      <div className={classes['head']}>
        <ActionIcon component={Link} to="/reports" aria-label={t('reports.all')} title={t('reports.all')}>
          <IconArrowLeft size={18} data-flip />
        </ActionIcon>
        <Title order={1} size={20} className={classes['title'] ?? ''}>
          {report.name}
        </Title>
        <Group gap="xs" ms="auto">
          {report.mayEdit && <EditButton report={report} />}
          {first && <ScheduleButton begun={{ kind, title: report.name, params: {} }} />}
          {first && <ReportExport isLabelled kind={kind} params={days ?? saved} />}
        </Group>
      </div>
      <Group gap="xs">
        {first && (
          <SavedRange
            kind={first.kind}
            params={{ ...first.params, ...shared }}
            change={(changes) => setParams((current) => withReport(current, changes), SAME_PAGE)}
          />
        )}
        <Text size="sm" c="dimmed">
          {[
            t(report.shared ? 'saved-reports.is-shared' : 'saved-reports.is-own', { owner: report.owner }),
            ...(vehicleIds?.length
              ? [t('reports.filter.vehicles.some', { count: vehicleIds.length, number: vehicleIds.length })]
              : []),
            ...(groupIds?.length
              ? [t('reports.filter.groups.some', { count: groupIds.length, number: groupIds.length })]
              : []),
            ...(vehicleTypes ?? []).map((type) => t(`vehicle-type.${type}`)),
          ].join(' · ')}
        </Text>
      </Group>
      {closed.length > 0 && (
        <p className={classes['note']}>
          {t('saved-reports.left-out', { reports: listText(closed.map(({ title, name }) => title ?? name)) })}
        </p>
      )}
      {open.map((section, index) => (
        <SavedSection key={`${index} ${JSON.stringify(shared)}`} section={section} shared={shared} />
      ))}
    </>
  );
}

function EditButton({ report }: { report: SavedReport }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [opened, setOpened] = useState(false);
  const close = () => setOpened(false);
  return (
    <>
      <Button variant="default" leftSection={<IconPencil size={16} stroke={1.6} />} onClick={() => setOpened(true)}>
        {t('saved-reports.edit')}
      </Button>
      <RecordDrawer
        title={report.name}
        opened={opened}
        onClose={close}
        loading={false}
        error={null}
        onRetry={close}
        size={520}
      >
        {opened && (
          <SavedForm
            start={valuesOf(report)}
            report={report}
            onClose={close}
            onDeleted={() => void navigate('/reports')}
          />
        )}
      </RecordDrawer>
    </>
  );
}
