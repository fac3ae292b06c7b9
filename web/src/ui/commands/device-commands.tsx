import { type RequestKind, COMMAND_KINDS, OUTPUT_KINDS, SENT_KINDS } from '@milepost/contract/command-kinds';
import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconEngine, IconEngineOff, IconSend, IconUrgent } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/setup.ts';
import { useCall } from '../../api/use-call.ts';
import { Ago } from '../ago.tsx';
import { ErrorNote } from '../error-note/error-note.tsx';
import { notify } from '../toast/notify.ts';
import { CommandForm } from './command-form.tsx';
import { ResumeForm } from './resume-form.tsx';
import { StopForm } from './stop-form.tsx';
import { StoppedNote } from './stopped-note.tsx';

interface Props {
  vehicleId: number;
  registration: string;
}

const REFETCH_MS = 10_000;

/** The commands that the device in a vehicle accepts and the role permits, with the form of the chosen one. */
export function DeviceCommands({ vehicleId, registration }: Props) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<'send' | 'release' | 'stop' | 'resume' | null>(null);
  const mayCommand = useMay('commands', 'create');
  const mayStop = useMay('engine-stop', 'create');
  const { data, error, refetch } = useCall('get-command-choices', { vehicleId }, { refetchInterval: REFETCH_MS });
  if (error && !data) return <ErrorNote error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={120} />;
  const { kinds: connected, outputs, releases, smsKinds, sos, stopped, stopFault, heardAt, protocol } = data;
  const kinds = COMMAND_KINDS.filter((kind) => connected.includes(kind) || smsKinds.includes(kind));
  const canStop = mayStop && kinds.includes('engineStop');
  const takes = (kind: RequestKind) => kinds.includes(kind);
  const offered: RequestKind[] = [
    ...(mayCommand ? SENT_KINDS.filter(takes) : []),
    ...(mayStop ? (['text', ...OUTPUT_KINDS] as const).filter(takes) : []),
  ];
  const choices = { kinds: connected, outputs, releases, smsKinds };
  const close = () => setOpen(null);
  const sent = (_sent: unknown, bySms: boolean) => {
    notify(t(bySms ? 'commands.sent-by-sms' : 'commands.sent'));
    close();
  };
  return (
    <Stack gap="sm">
      {stopped && <StoppedNote stopped={stopped} />}
      {kinds.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t(protocol === null ? 'commands.unknown-device' : 'commands.takes-none', { protocol })}
        </Text>
      ) : (
        <Text size="sm" c="dimmed">
          {t('commands.heard')} <Ago at={heardAt} never={t('commands.never-heard')} />
        </Text>
      )}
      {open === null && (
        <Group gap="xs">
          {offered.length > 0 && (
            <Button leftSection={<IconSend size={16} aria-hidden />} onClick={() => setOpen('send')}>
              {t('commands.send-command')}
            </Button>
          )}
          {sos && offered.includes('releaseEmergency') && (
            <Button
              variant="light"
              color="orange"
              leftSection={<IconUrgent size={16} aria-hidden />}
              onClick={() => setOpen('release')}
            >
              {t('commands.kind.releaseEmergency')}
            </Button>
          )}
          {canStop && (
            <Button
              variant="light"
              color="red"
              leftSection={<IconEngineOff size={16} aria-hidden />}
              onClick={() => setOpen('stop')}
            >
              {t('commands.stop.do')}
            </Button>
          )}
          {canStop && (
            <Button
              variant={stopped ? 'filled' : 'default'}
              leftSection={<IconEngine size={16} aria-hidden />}
              onClick={() => setOpen('resume')}
            >
              {t('commands.resume.do')}
            </Button>
          )}
        </Group>
      )}
      {open === 'send' && (
        <CommandForm vehicleIds={[vehicleId]} kinds={offered} choices={choices} onSent={sent} onCancel={close} />
      )}
      {open === 'release' && (
        <CommandForm
          vehicleIds={[vehicleId]}
          kinds={['releaseEmergency']}
          choices={choices}
          onSent={sent}
          onCancel={close}
        />
      )}
      {open === 'stop' && (
        <StopForm
          vehicleId={vehicleId}
          registration={registration}
          fault={stopFault}
          takesSms={smsKinds.includes('engineStop')}
          onDone={close}
        />
      )}
      {open === 'resume' && (
        <ResumeForm vehicleId={vehicleId} takesSms={smsKinds.includes('engineResume')} onDone={close} />
      )}
    </Stack>
  );
}
