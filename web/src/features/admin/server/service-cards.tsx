import type { ServerStatus } from '@milepost/contract/server-status';
import { Anchor, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useMay } from '../../../api/setup.ts';
import { formatDateTime, formatDecimal, formatDuration, formatNumber } from '../../../text/format.ts';
import { isolate } from '../../../text/isolate.ts';
import { Card } from './card.tsx';
import classes from './server.module.css';

/** Jobs that wait, run or have failed, by queue. */
export function QueueCard({ status: { queues } }: { status: ServerStatus }) {
  const { t } = useTranslation();
  return (
    <Card title={t('server-status.queues.title')}>
      {queues.length === 0 ? (
        <Text c="dimmed">{t('server-status.queues.empty')}</Text>
      ) : (
        <table className={classes['table']}>
          <thead>
            <tr>
              <th>{t('server-status.queues.queue')}</th>
              <th>{t('server-status.queues.waiting')}</th>
              <th>{t('server-status.queues.active')}</th>
              <th>{t('server-status.queues.failed')}</th>
            </tr>
          </thead>
          <tbody>
            {queues.map(({ name, waiting, active, failed }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{formatNumber(waiting)}</td>
                <td>{formatNumber(active)}</td>
                <td>{formatNumber(failed)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Card>
  );
}

/** Mails that wait or could not be sent. */
export function MailCard({ mail: { configured, waiting, failed } }: Pick<ServerStatus, 'mail'>) {
  const { t } = useTranslation();
  const mayOutbox = useMay('outbox', 'view');
  return (
    <Card
      title={t('server-status.mail.title')}
      lines={[
        [t('server-status.mail.server'), t(configured ? 'server-status.mail.configured' : 'server-status.mail.none')],
        [t('server-status.mail.waiting'), formatNumber(waiting)],
        [
          t('server-status.mail.failed'),
          mayOutbox ? (
            <Anchor key="failed" component={Link} to="/admin/outbox">
              {formatNumber(failed)}
            </Anchor>
          ) : (
            formatNumber(failed)
          ),
        ],
      ]}
    />
  );
}

/** Smaller differences are the time of the query. */
const SAME_CLOCK_S = 0.5;

/** Whether the clocks of machine and database agree, and whether one was set. */
export function ClockCard({ clock: { databaseAheadS, jump } }: Pick<ServerStatus, 'clock'>) {
  const { t } = useTranslation();
  const difference =
    Math.abs(databaseAheadS) < SAME_CLOCK_S
      ? t('server-status.clock.same')
      : t(databaseAheadS > 0 ? 'server-status.clock.ahead' : 'server-status.clock.behind', {
          seconds: formatDecimal(Math.abs(databaseAheadS)),
        });
  return (
    <Card
      title={t('server-status.clock.title')}
      lines={[
        [t('server-status.clock.database'), difference],
        [
          t('server-status.clock.jump'),
          jump === null
            ? t('server-status.clock.none')
            : t(jump.byS > 0 ? 'server-status.clock.forward' : 'server-status.clock.back', {
                by: formatDuration(Math.abs(jump.byS)),
                at: formatDateTime(jump.at),
              }),
        ],
      ]}
    />
  );
}

/** Until when the certificate of the public address is valid. */
export function CertificateCard({ certificate }: Pick<ServerStatus, 'certificate'>) {
  const { t } = useTranslation();
  if (certificate === null) {
    return (
      <Card title={t('server-status.certificate.title')}>
        <Text c="dimmed">{t('server-status.certificate.none')}</Text>
      </Card>
    );
  }
  const { host, validTo, fault } = certificate;
  return (
    <Card
      title={t('server-status.certificate.title')}
      lines={[
        [t('server-status.certificate.host'), isolate(host)],
        validTo === null
          ? [t('server-status.certificate.unread'), isolate(fault ?? '')]
          : [t('server-status.certificate.valid-to'), formatDateTime(validTo)],
      ]}
    />
  );
}
