import type { DriverReceipt } from '@milepost/contract/driver-message-operations';
import { Button, Group } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { refresh } from '../../api/refresh.ts';
import { useLinkTo, useMay } from '../../api/setup.ts';
import { formatDateTimeWithoutSeconds } from '../../text/format.ts';
import { Section } from '../../ui/section/section.tsx';
import { NoLinkBase } from '../../ui/no-link-base.tsx';
import { notifyError } from '../../ui/toast/notify.ts';
import { MessageLinks } from '../../ui/driver-contact/message-links.tsx';
import classes from './messages.module.css';

/** The delivery state of a message, as text. */
function stateText(t: TFunction, { sms, openedAt, readAt, ended }: DriverReceipt): string {
  const way = t(`messages.driver.${sms === null ? 'link' : `sms-${sms}`}`);
  const came =
    readAt !== null
      ? t('messages.driver.read', { time: formatDateTimeWithoutSeconds(readAt) })
      : openedAt === null
        ? way
        : t('messages.driver.opened', { time: formatDateTimeWithoutSeconds(openedAt) });
  return ended === null ? came : `${came} · ${t(`messages.driver.${ended}`)}`;
}

/** The delivery of a message to drivers without an account, with their links: for its sender. */
export function DriverReceipts({ receipts }: { receipts: readonly DriverReceipt[] }) {
  const { t } = useTranslation();
  const mayWrite = useMay('messages', 'create');
  const canLink = useLinkTo() !== null;
  return (
    <Section title={t('messages.offline')} level={3}>
      {mayWrite && !canLink && <NoLinkBase />}
      <ul className={classes['receipts']}>
        {receipts.map((receipt) => (
          <Receipt key={receipt.id} receipt={receipt} mayWrite={mayWrite} canLink={canLink} />
        ))}
      </ul>
    </Section>
  );
}

const refreshMessage = () => refresh('get-message-by-id');

interface Props {
  receipt: DriverReceipt;
  mayWrite: boolean;
  canLink: boolean;
}

function Receipt({ receipt, mayWrite, canLink }: Props) {
  const { t } = useTranslation();
  const { id, name, answer, ended } = receipt;
  const renew = useMutation({
    mutationFn: () => call('renew-driver-link', { id }),
    onSuccess: refreshMessage,
    onError: (error) => notifyError(t, error),
  });
  const end = useMutation({
    mutationFn: () => call('revoke-driver-link', { id }),
    onSuccess() {
      renew.reset();
      refreshMessage();
    },
    onError: (error) => notifyError(t, error),
  });
  return (
    <li>
      <span>{name}</span>
      <small>{stateText(t, receipt)}</small>
      {answer !== null && <q dir="auto">{answer}</q>}
      {renew.data && <MessageLinks links={[{ name, token: renew.data.token }]} onDone={() => renew.reset()} />}
      {mayWrite && !renew.data && (
        <Group gap="xs" w="100%">
          {canLink && (
            <Button size="xs" variant="default" loading={renew.isPending} onClick={() => renew.mutate()}>
              {t('messages.new-link')}
            </Button>
          )}
          {ended === null && (
            <Button size="xs" variant="default" loading={end.isPending} onClick={() => end.mutate()}>
              {t('share.end')}
            </Button>
          )}
        </Group>
      )}
    </li>
  );
}
