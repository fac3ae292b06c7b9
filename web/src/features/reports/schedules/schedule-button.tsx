import { Button } from '@mantine/core';
import { IconCalendarRepeat } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../../ui/lazy-part.ts';
import { RecordDrawer } from '../../../ui/form/record-drawer.tsx';
import type { NewSchedule } from './schedule-values.ts';

const ScheduleForm = lazyPart(() => import('./schedule-form.tsx'));

/** Makes a schedule that sends the report on the screen. */
export function ScheduleButton({ begun }: { begun: NewSchedule }) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  const close = () => setOpened(false);
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
        title={t('schedules.of', { report: begun.title })}
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
