import type { StoppedEngine } from '@milepost/contract/command-operations';
import { IconEngineOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatDayAndClock } from '../../text/format.ts';
import { Alert } from '../alert/alert.tsx';

/**
 * An engine stop that is or may be in effect, the device's reply, and the reason why a resumption has not ended it.
 */
export function StoppedNote({ stopped }: { stopped: StoppedEngine }) {
  const { t } = useTranslation();
  const { since, confirmed, answer, resume, by, reason } = stopped;
  const state = confirmed ? 'confirmed' : answer === null ? 'sent' : 'unclear';
  return (
    <Alert
      type="danger"
      dismissible={false}
      icon={<IconEngineOff aria-hidden />}
      title={t(`commands.stopped.${confirmed ? 'title' : 'title-sent'}`, { time: formatDayAndClock(since) })}
    >
      {[
        t(`commands.stopped.${state}`, { answer }),
        resume && t(`commands.stopped.resume.${resume.state}`, { answer: resume.answer }),
        by,
        reason,
      ]
        .filter((part) => part !== null)
        .join(' · ')}
    </Alert>
  );
}
