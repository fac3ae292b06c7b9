import type { BackupsStatus } from '@milepost/contract/server-status';
import { Button, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { useMay } from '../../../api/setup.ts';
import { formatDateTime } from '../../../text/format.ts';
import { isolate } from '../../../text/isolate.ts';
import { Ago } from '../../../ui/ago.tsx';
import { fileSize } from '../../../ui/drop-zone/refusal.ts';
import { Progress } from '../../../ui/progress/progress.tsx';
import { attempt } from '../../../ui/dialog/confirm.tsx';
import { Card } from './card.tsx';
import classes from './server.module.css';

interface Props {
  backups: BackupsStatus;
  onStarted: () => void;
}

/** The newest backup, the moments that can be restored, the last drill, and what is next. */
export function BackupCard({ backups, onStarted }: Props) {
  const { t } = useTranslation();
  const { target, encrypted, newest, failure, log, drill, nextAt, nextDrillAt } = backups;
  if (target === null) {
    return (
      <Card title={t('server-status.backup.title')}>
        <Text c="dimmed">{t('server-status.backup.none')}</Text>
      </Card>
    );
  }
  const time = (at: string | null) => (at === null ? t('server-status.backup.never') : formatDateTime(at));
  return (
    <Card
      title={t('server-status.backup.title')}
      lines={[
        [
          t('server-status.backup.newest'),
          newest ? (
            <span key="newest">
              <Ago at={newest.finishedAt} /> · {isolate(fileSize(newest.bytes))}
            </span>
          ) : (
            t('server-status.backup.not-yet')
          ),
        ],
        [t('server-status.backup.target'), isolate(newest?.target ?? target)],
        [
          t('server-status.backup.encryption'),
          t(encrypted ? 'server-status.backup.encrypted' : 'server-status.backup.readable'),
        ],
        ...(log
          ? [
              [
                t('server-status.backup.log'),
                log.at === null ? t('server-status.backup.not-yet') : <Ago key="log" at={log.at} />,
              ] as const,
            ]
          : []),
        [
          t('server-status.backup.drill'),
          drill === null ? (
            t('server-status.backup.not-yet')
          ) : (
            <span key="drill">
              {t(drill.fault === null ? 'server-status.backup.good' : 'server-status.backup.bad')} ·{' '}
              <Ago at={drill.at} />
            </span>
          ),
        ],
        [t('server-status.backup.next'), time(nextAt)],
        [t('server-status.backup.next-drill'), time(nextDrillAt)],
      ]}
    >
      {failure && (
        <p className={classes['reason']}>
          {t('server-status.backup.failed', { at: formatDateTime(failure.at), reason: isolate(failure.reason) })}
        </p>
      )}
      {log?.fault && (
        <p className={classes['reason']}>{t('server-status.backup.log-fault', { reason: isolate(log.fault) })}</p>
      )}
      {drill?.fault && (
        <p className={classes['reason']}>{t('server-status.backup.drill-fault', { reason: isolate(drill.fault) })}</p>
      )}
      <Runs running={backups.running} hasBackup={newest !== null} onStarted={onStarted} />
    </Card>
  );
}

/** The progress of the one that runs, or the buttons that start one. */
function Runs({
  running,
  hasBackup,
  onStarted,
}: Pick<BackupsStatus, 'running'> & { hasBackup: boolean; onStarted: () => void }) {
  const { t } = useTranslation();
  const mayStart = useMay('server', 'edit');
  if (running) {
    const text = t(
      running.startedAt === null ? 'server-status.backup.waits' : `server-status.backup.runs.${running.kind}`,
    );
    return (
      <div role="status" className={classes['run']}>
        <Text size="sm">{text}</Text>
        <Progress value={running.percent ?? 0} size={6} animated striped label={text} />
      </div>
    );
  }
  if (!mayStart) return null;
  const start = (kind: 'backup' | 'drill') =>
    attempt(t, {
      run: () => call('start-backup', { kind }),
      done: t('server-status.backup.started'),
      onDone: onStarted,
    });
  return (
    <Group gap={8} mt={10}>
      <Button variant="default" size="xs" onClick={() => void start('backup')}>
        {t('server-status.backup.start')}
      </Button>
      {hasBackup && (
        <Button variant="default" size="xs" onClick={() => void start('drill')}>
          {t('server-status.backup.try')}
        </Button>
      )}
    </Group>
  );
}
