import { Button } from '@mantine/core';
import { IconCalendarRepeat } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../../ui/lazy-part.ts';
import { RecordDrawer } from '../../../ui/form/record-drawer.tsx';
import { readColumns, type ReportState } from '../report-state.ts';
import type { ReportAnswer } from '../use-report.ts';

const ScheduleForm = lazyPart(() => import('./schedule-form.tsx'));

interface Props {
  data: ReportAnswer;
  state: ReportState;
  params: URLSearchParams;
}

/** Has the report as it is on the screen sent by the clock. */
export function ScheduleButton({ data, state, params }: Props) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  const close = () => setOpened(false);
  const { page: _1, pageSize: _2, range: _3, from: _4, to: _5, only: _6, ...asked } = state;
  const columns = readColumns(params);
  const begun = {
    kind: data.kind,
    title: data.name,
    params: { ...asked, ...(columns && { columns }) },
    range: data.range?.preset ?? null,
  };
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconCalendarRepeat size={16} stroke={1.6} />}
        onClick={() => setOpened(true)}
      >
        {t('schedules.schedule')}
      </Button>
      <RecordDrawer
        title={t('schedules.of', { report: data.name })}
        opened={opened}
        onClose={close}
        loading={false}
        error={null}
        onRetry={close}
        size={520}
      >
        {opened && <ScheduleForm begun={begun} onClose={close} />}
      </RecordDrawer>
    </>
  );
}
