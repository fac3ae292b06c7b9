import { Skeleton, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { refresh } from '../../../api/refresh.ts';
import { useCall } from '../../../api/use-call.ts';
import { ErrorNote } from '../../../ui/error-note/error-note.tsx';
import { FactsProgress } from '../organisations/facts-progress.tsx';
import { NewsAlert } from '../news.tsx';
import { ServerNotices } from '../server-notices.tsx';
import { BackupCard } from './backup-card.tsx';
import { FailedJobs } from './failed-jobs.tsx';
import { FailedMails, FailedWebhooks } from './failed-sends.tsx';
import { CertificateCard, ClockCard, MailCard, QueueCard } from './service-cards.tsx';
import { DatabaseCard, DiskCard, IngestCard, ProcessCard } from './resource-cards.tsx';
import classes from './server.module.css';
import { SlowOperations } from './slow-operations.tsx';
import { Summary } from './summary.tsx';

const REFETCH_MS = 15_000;
/** While a backup runs that somebody waits for. */
const RUNNING_MS = 2000;
const CARDS = ['process', 'disk', 'backup', 'database', 'ingest', 'queue', 'mail'];

/** How well the server works, for the person who operates it. */
export default function ServerPage() {
  const { t } = useTranslation();
  const { data, error, refetch } = useCall(
    'get-server-status',
    {},
    { refetchInterval: ({ state }) => (state.data?.backups.running ? RUNNING_MS : REFETCH_MS) },
  );
  const { rows: notices, updatedTo = null } = useCall('get-server-notices', {}).data ?? {};
  const onChanged = () => {
    void refetch();
    refresh('get-server-notices');
  };
  return (
    <div className={classes['page']}>
      <div>
        <Title order={1} size={20}>
          {t('server-status.title')}
        </Title>
        <Text c="dimmed">{t('server-status.intro')}</Text>
      </div>
      {notices?.length === 0 && !error && <Summary status={data} />}
      {updatedTo !== null && <NewsAlert version={updatedTo} />}
      <ServerNotices />
      <FactsProgress />
      {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
      {data ? (
        <>
          <div className={classes['cards']}>
            <ProcessCard status={data} />
            <DiskCard disk={data.disk} />
            <BackupCard backups={data.backups} onStarted={() => void refetch()} />
            <DatabaseCard database={data.database} />
            <IngestCard status={data} />
            <QueueCard status={data} />
            <MailCard mail={data.mail} />
            <ClockCard clock={data.clock} />
            <CertificateCard certificate={data.certificate} />
          </div>
          <FailedJobs status={data} onChanged={onChanged} />
          <FailedMails status={data} onChanged={onChanged} />
          <FailedWebhooks status={data} onChanged={onChanged} />
          <SlowOperations rows={data.slowOperations} />
        </>
      ) : (
        !error && (
          <Stack aria-busy>
            <div className={classes['cards']}>
              {CARDS.map((key) => (
                <Skeleton key={key} height={168} radius="lg" />
              ))}
            </div>
          </Stack>
        )
      )}
    </div>
  );
}
