import type { Message } from '@milepost/contract/message-operations';
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatDateTimeWithoutSeconds, formatNumber } from '../../text/format.ts';
import { Section } from '../../ui/section/section.tsx';
import classes from './messages.module.css';

interface Props {
  receipts: Message['receipts'];
  counts: NonNullable<Message['counts']>;
}

/** The people who have read a message, and when: for its sender. */
export function Receipts({ receipts, counts: { received, read } }: Props) {
  const { t } = useTranslation();
  const title = t('messages.read-by', { read: formatNumber(read), count: received, number: formatNumber(received) });
  const rest = received - receipts.length;
  return (
    <Section title={title} level={3}>
      <ul className={classes['receipts']}>
        {receipts.map(({ name, readAt }, at) => (
          <li key={at}>
            <span>{name}</span>
            <small>{readAt === null ? t('messages.not-read') : formatDateTimeWithoutSeconds(readAt)}</small>
          </li>
        ))}
      </ul>
      {rest > 0 && (
        <Text size="sm" c="dimmed">
          {t('messages.more', { count: rest, number: formatNumber(rest) })}
        </Text>
      )}
    </Section>
  );
}
