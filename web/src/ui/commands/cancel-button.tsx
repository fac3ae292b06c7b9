import { GUARDED_KINDS } from '@milepost/contract/command-kinds';
import type { Command } from '@milepost/contract/command-operations';
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { useMay } from '../../api/setup.ts';
import { notify, notifyError } from '../toast/notify.ts';
import { refreshCommands } from '../../api/refresh-records.ts';

/** Cancels a command that is still waiting; hidden for other commands, and for people who may not cancel it. */
export function CancelButton({ command }: { command: Command }) {
  const { t } = useTranslation();
  const mayCommand = useMay('commands', 'create');
  const mayStop = useMay('engine-stop', 'create');
  const cancel = useMutation({
    mutationFn: () => call('cancel-command', { id: command.id }),
    onSuccess: () => notify(t('commands.cancelled')),
    onError: (error) => notifyError(t, error),
    onSettled: refreshCommands,
  });
  const may = GUARDED_KINDS.some((kind) => kind === command.kind) ? mayStop : mayCommand;
  if (command.state !== 'waiting' || !may) return null;
  return (
    <Button variant="default" size="compact-sm" loading={cancel.isPending} onClick={() => cancel.mutate()}>
      {t('commands.cancel')}
    </Button>
  );
}
