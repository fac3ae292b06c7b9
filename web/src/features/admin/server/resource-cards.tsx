import type { ServerStatus } from '@milepost/contract/server-status';
import { Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useMay } from '../../../api/setup.ts';
import { formatDate, formatDecimal, formatDuration, formatNumber } from '../../../text/format.ts';
import { isolate } from '../../../text/isolate.ts';
import { listText } from '../../../text/list-text.ts';
import { Ago } from '../../../ui/ago.tsx';
import { fileSize } from '../../../ui/drop-zone/refusal.ts';
import { Progress } from '../../../ui/progress/progress.tsx';
import { Card } from './card.tsx';
import { NewsButton } from './news-button.tsx';
import classes from './server.module.css';

const bytes = (count: number) => isolate(fileSize(count));

/** The version, and the processes with their roles. */
export function ProcessCard({ status: { version, node, processes, owners } }: { status: ServerStatus }) {
  const { t } = useTranslation();
  return (
    <Card
      title={t('server-status.process.title')}
      lines={[
        [t('server-status.process.version'), isolate(version)],
        [t('server-status.process.node'), isolate(node)],
      ]}
    >
      {processes.map(({ name, roles, startedAt, memoryBytes, version: its, isAnswering, partitions }) => (
        <p key={name} className={classes['process']}>
          <b>{name}</b>
          <span>{listText(roles)}</span>
          <span>
            {t('server-status.process.started')} <Ago at={startedAt} />
            {memoryBytes !== null && ` · ${t('server-status.process.memory', { size: bytes(memoryBytes) })}`}
            {its !== null &&
              its !== version &&
              ` · ${t('server-status.process.other-version', { version: isolate(its) })}`}
            {owners !== null &&
              partitions !== null &&
              ` · ${t('server-status.process.partitions', shareOf(partitions, owners))}`}
          </span>
          {!isAnswering && <b className={classes['reason']}>{t('server-status.process.not-answering')}</b>}
        </p>
      ))}
      {owners !== null && owners.free > 0 && (
        <p className={classes['reason']}>{t('server-status.process.free', shareOf(owners.free, owners))}</p>
      )}
      {owners !== null && owners.events.length > 0 && <OwnerEvents events={owners.events} />}
      <div className={classes['run']}>
        <NewsButton />
      </div>
    </Card>
  );
}

type Owners = NonNullable<ServerStatus['owners']>;

const shareOf = (count: number, { partitions }: Owners) => ({
  number: formatNumber(count),
  total: formatNumber(partitions),
});

/** What happened lately to the devices of the processes that share them. */
function OwnerEvents({ events }: Pick<Owners, 'events'>) {
  const { t } = useTranslation();
  return (
    <>
      <b>{t('server-status.process.recently')}</b>
      {events.map(({ at, process, kind, partitions }) => (
        <p key={`${at} ${process} ${kind}`} className={classes['process']}>
          <b>{process}</b>
          <span>
            {t(`server-status.process.events.${kind}`, { number: formatNumber(partitions) })} · <Ago at={at} />
          </span>
        </p>
      ))}
    </>
  );
}

/** Free space, and when it will be used up. */
export function DiskCard({ disk }: Pick<ServerStatus, 'disk'>) {
  const { t } = useTranslation();
  if (disk === null) {
    return <Card title={t('server-status.disk.title')}>{t('server-status.disk.unknown')}</Card>;
  }
  const { state, freeBytes, sizeBytes, hoursLeft } = disk;
  const type = { ready: 'info', 'nearly full': 'warning', full: 'danger' } as const;
  return (
    <Card
      title={t('server-status.disk.title')}
      lines={[
        [t('server-status.disk.free'), bytes(freeBytes)],
        [t('server-status.disk.size'), bytes(sizeBytes)],
        [
          t('server-status.disk.forecast'),
          hoursLeft === null
            ? t('server-status.disk.does-not-fill')
            : t('server-status.disk.full-in', { left: formatDuration(hoursLeft * 3600) }),
        ],
      ]}
    >
      <Progress
        value={sizeBytes - freeBytes}
        max={sizeBytes}
        type={type[state]}
        label={t('server-status.disk.title')}
      />
    </Card>
  );
}

/** The size of the database by kinds of records. */
export function DatabaseCard({ database }: Pick<ServerStatus, 'database'>) {
  const { t } = useTranslation();
  const { kind, version, sizeBytes, parts, files, filesBytes, copy } = database;
  return (
    <Card
      title={t('server-status.database.title')}
      lines={[
        [t('server-status.database.total'), bytes(sizeBytes)],
        ...parts.map((part) => [t(`server-status.database.kind.${part.kind}`), bytes(part.bytes)] as const),
        [t('server-status.database.files', { count: files, number: formatNumber(files) }), bytes(filesBytes)],
        [t(`server-status.database.${kind}`), isolate(version)],
        ...(copy
          ? [
              [
                t('server-status.database.copy'),
                copy.behindS === null
                  ? t('server-status.database.copy-away')
                  : t('server-status.database.copy-behind', { seconds: formatDecimal(copy.behindS) }),
              ] as const,
            ]
          : []),
      ]}
    />
  );
}

/** How fast positions arrive and are stored. */
export function IngestCard({ status: { ingest, recomputation } }: { status: ServerStatus }) {
  const { t } = useTranslation();
  const mayConnect = useMay('connect-device', 'view');
  const { positionsPerMinute, commitS, waiting, connections, unknownDevices, oldestUnpackedDay } = ingest;
  const { done, total } = recomputation;
  const unknown = formatNumber(unknownDevices);
  return (
    <Card
      title={t('server-status.ingest.title')}
      lines={[
        [
          t('server-status.ingest.rate'),
          positionsPerMinute === null
            ? t('server-status.ingest.not-yet')
            : formatNumber(Math.round(positionsPerMinute)),
        ],
        [
          t('server-status.ingest.commit'),
          commitS === null
            ? t('server-status.ingest.none')
            : t('server-status.ingest.seconds', { seconds: formatDecimal(commitS) }),
        ],
        [t('server-status.ingest.waiting'), formatNumber(waiting)],
        [t('server-status.ingest.connections'), formatNumber(connections)],
        [
          t('server-status.ingest.unknown'),
          mayConnect ? (
            <Anchor key="unknown" component={Link} to="/settings/connect-device">
              {unknown}
            </Anchor>
          ) : (
            unknown
          ),
        ],
        [
          t('server-status.ingest.unpacked'),
          oldestUnpackedDay === null ? t('server-status.ingest.none') : formatDate(oldestUnpackedDay),
        ],
        [
          t('server-status.ingest.recomputed'),
          t('server-status.ingest.of', { done: formatNumber(done), total: formatNumber(total) }),
        ],
      ]}
    />
  );
}
