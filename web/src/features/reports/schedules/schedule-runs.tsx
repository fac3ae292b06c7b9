import { Anchor, Badge, Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import type { ReportSchedule, ScheduleRun } from '@milepost/contract/report-schedule-operations';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { call } from '../../../api/call.ts';
import { useCall } from '../../../api/use-call.ts';
import { faultText } from '../../../text/fault-text.ts';
import { formatDateTimeWithoutSeconds } from '../../../text/format.ts';
import { Alert } from '../../../ui/alert/alert.tsx';
import { notify, notifyError } from '../../../ui/toast/notify.ts';
import { refreshSchedules } from './schedule-form.tsx';

const COLOURS = { waiting: 'gray', running: 'accent', sent: 'green', empty: 'gray', failed: 'red' } as const;
const REFETCH_MS = 5000;

/** The actions on a schedule besides editing it, and the outcome of each execution. */
export function ScheduleRuns({ schedule }: { schedule: ReportSchedule }) {
  const { t } = useTranslation();
  const { id, title, paused, own, stopped } = schedule;
  const { data } = useCall('get-report-schedule-runs', { id }, { refetchInterval: REFETCH_MS });
  const pause = useMutation({
    mutationFn: () => call('pause-report-schedule', { id, paused: !paused }),
    onSuccess: refreshSchedules,
    onError: (error) => notifyError(t, error),
  });
  const now = useMutation({
    mutationFn: () => call('send-report-schedule', { id }),
    onSuccess() {
      refreshSchedules();
      notify(t('schedules.being-sent', { report: title }));
    },
    onError: (error) => notifyError(t, error),
  });
  return (
    <Stack gap="xs" pt="md">
      {stopped !== null && (
        <Alert type="danger" dismissible={false}>
          {faultText(stopped)}
        </Alert>
      )}
      <Group gap="xs">
        <Button variant="default" size="xs" loading={pause.isPending} onClick={() => pause.mutate()}>
          {t(paused ? 'schedules.resume' : 'schedules.pause')}
        </Button>
        {own && (
          <Button variant="default" size="xs" loading={now.isPending} onClick={() => now.mutate()}>
            {t('schedules.send-now')}
          </Button>
        )}
      </Group>
      <Title order={3} size={15}>
        {t('schedules.runs')}
      </Title>
      {data === undefined ? (
        <Skeleton height={48} />
      ) : data.rows.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('schedules.no-runs')}
        </Text>
      ) : (
        data.rows.map((run) => <Run key={run.id} run={run} own={own} />)
      )}
    </Stack>
  );
}

function Run({ run, own }: { run: ScheduleRun; own: boolean }) {
  const { dueAt, state, toOwner, fault, mails, deliveries, leftOut } = run;
  const { t } = useTranslation();
  const missed = [...mails, ...deliveries].filter((one) => one.state === 'failed').length + leftOut.length;
  const isMissed = state === 'sent' && missed > 0;
  return (
    <Stack gap={2}>
      <Group gap="xs">
        <Text size="sm">{formatDateTimeWithoutSeconds(dueAt)}</Text>
        <Badge variant="light" color={isMissed ? 'orange' : COLOURS[state]} tt="none" fw={600} miw="max-content">
          {isMissed ? t('schedules.run.missed', { count: missed }) : t(`schedules.run.${state}`)}
        </Badge>
        {toOwner && (
          <Text size="xs" c="dimmed">
            {t('schedules.to-owner')}
          </Text>
        )}
      </Group>
      {fault !== null && (
        <Text size="xs" c="red">
          {faultText(fault)}{' '}
          {own && fault.code === 'schedule-own-address' && (
            <Anchor component={Link} to="/extra-pages/profile" size="xs">
              {t('schedules.to-profile')}
            </Anchor>
          )}
        </Text>
      )}
      {mails.map((mail) => (
        <Text key={mail.id} size="xs" c={mail.state === 'failed' ? 'red' : 'dimmed'}>
          {[mail.to, t(`schedules.mail.${mail.state}`), mail.fault && faultText(mail.fault)]
            .filter(Boolean)
            .join(' · ')}
        </Text>
      ))}
      {deliveries.map((delivery) => (
        <Text key={delivery.id} size="xs" c={delivery.state === 'failed' ? 'red' : 'dimmed'}>
          {[delivery.to, t(`schedules.delivery.${delivery.state}`), delivery.fault && faultText(delivery.fault)]
            .filter(Boolean)
            .join(' · ')}
        </Text>
      ))}
      {leftOut.map(({ to, fault: why }) => (
        <Text key={to} size="xs" c="red">
          {`${to} · ${faultText(why)}`}
        </Text>
      ))}
    </Stack>
  );
}
