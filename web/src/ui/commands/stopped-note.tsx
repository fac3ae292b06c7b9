import type { StoppedEngine } from '@milepost/contract/command-routes';
import { IconEngineOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatDayAndClock } from '../../text/format.ts';
import { Alert } from '../alert/alert.tsx';

/** That the engine was stopped, until it is resumed. */
export function StoppedNote({ stopped }: { stopped: StoppedEngine }) {
  const { t } = useTranslation();
  const { since, answered, by, reason } = stopped;
  return (
    <Alert
      type="danger"
      dismissible={false}
      icon={<IconEngineOff aria-hidden />}
      title={t('commands.stopped.title', { time: formatDayAndClock(since) })}
    >
      {[t(answered ? 'commands.stopped.answered' : 'commands.stopped.unanswered'), by, reason]
        .filter((part) => part !== null)
        .join(' · ')}
    </Alert>
  );
}
