import type { Fault } from '@milepost/contract/fault';
import type { ServerStatus } from '@milepost/contract/server-status';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { faultText } from '../../../text/fault-text.ts';
import { formatNumber } from '../../../text/format.ts';
import { isolate } from '../../../text/isolate.ts';
import { FaultDetail } from '../../../ui/fault-detail.tsx';
import { FailedList, type Remedy } from './failed-list.tsx';

interface Props {
  status: ServerStatus;
  onChanged: () => void;
}

/** Mails of the last seven days that could not be sent. */
export function FailedMails({ status: { failedMails, failedMailsTotal }, onChanged }: Props) {
  const { t } = useTranslation();
  const send = (ids: number[]): Remedy => ({
    run: () => call('retry-mails', { ids }),
    done: t('server-status.failed-mails.retried', { count: ids.length, number: formatNumber(ids.length) }),
  });
  const discard = (ids: number[]): Remedy => ({
    run: () => call('discard-mails', { ids }),
    done: t('server-status.failed-mails.discarded', { count: ids.length, number: formatNumber(ids.length) }),
  });
  const complete = failedMails.filter((mail) => mail.complete).map(({ id }) => id);
  const all = failedMails.map(({ id }) => id);
  return (
    <FailedList
      title={t('server-status.failed-mails.title')}
      total={failedMailsTotal}
      onChanged={onChanged}
      actions={[
        ...(complete.length > 0 ? [{ ...send(complete), label: t('server-status.failed.retry-all') }] : []),
        { ...discard(all), label: t('server-status.failed.discard-all') },
      ]}
      entries={failedMails.map(({ id, at, organisation, to, fault, complete: isComplete }) => ({
        key: id,
        name: <bdi>{to}</bdi>,
        at,
        detail: organisation,
        reason: <Reason fault={fault} more={isComplete ? null : t('server-status.failed-mails.incomplete')} />,
        retry: isComplete ? send([id]) : null,
        discard: discard([id]),
      }))}
    />
  );
}

/** Webhooks with deliveries of the last seven days that failed for good. */
export function FailedWebhooks({ status: { failedWebhooks, failedWebhooksTotal }, onChanged }: Props) {
  const { t } = useTranslation();
  return (
    <FailedList
      title={t('server-status.failed-webhooks.title')}
      total={failedWebhooksTotal}
      onChanged={onChanged}
      entries={failedWebhooks.map(({ id, name, organisation, url, failures, lastAt, fault, enabled }) => ({
        key: id,
        name,
        at: lastAt,
        detail: [
          organisation,
          isolate(url),
          t('server-status.failed-webhooks.deliveries', { count: failures, number: formatNumber(failures) }),
        ].join(' · '),
        reason: <Reason fault={fault} more={enabled ? null : t('server-status.failed-webhooks.off')} />,
        retry: enabled
          ? {
              run: () => call('retry-webhook-failures', { id }),
              done: t('server-status.failed-webhooks.retried', { name }),
            }
          : null,
        discard: {
          run: () => call('discard-webhook-failures', { id }),
          done: t('server-status.failed-webhooks.discarded', { name }),
        },
      }))}
    />
  );
}

function Reason({ fault, more }: { fault: Fault | null; more: string | null }) {
  return (
    <>
      {[fault === null ? null : faultText(fault), more].filter((part) => part !== null).join(' ')}
      {fault !== null && <FaultDetail fault={fault} />}
    </>
  );
}
