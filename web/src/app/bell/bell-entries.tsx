import { Button, Group, Text, UnstyledButton } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { callKey } from '../../api/use-call.ts';
import { formatNumber } from '../../text/format.ts';
import { Ago } from '../../ui/ago.tsx';
import { errorText } from '../../ui/error-text.ts';
import { HiddenText } from '../../ui/hidden-text/hidden-text.tsx';
import { NotificationList } from '../../ui/notification/notification-list.tsx';
import { SeverityMark } from '../../ui/severity/severity-mark.tsx';
import classes from './bell.module.css';
import type { BellEntry, BellPage } from './use-bell.ts';

/** The first page, which has the newest entries. */
const FIRST = 0;

interface Props {
  /** The entries that are loaded before the panel opens. */
  newest: BellPage;
  onFollow: (entry: BellEntry) => void;
}

/** All notifications, page by page: older ones are fetched on demand. */
export function BellEntries({ newest, onFollow }: Props) {
  const { t } = useTranslation();
  // The key is below that of the newest page, so that an invalidation of the newest page includes these pages.
  const list = useInfiniteQuery({
    queryKey: [...callKey('get-notification-list'), 'pages'],
    queryFn: ({ pageParam, signal }) =>
      call('get-notification-list', pageParam === FIRST ? {} : { before: pageParam }, { signal }),
    initialPageParam: FIRST,
    initialData: { pages: [newest], pageParams: [FIRST] },
    getNextPageParam: ({ more, rows }) => (more ? rows.at(-1)?.id : undefined),
    // The next opening starts with the newest page alone.
    gcTime: 0,
  });
  const entries = list.data.pages.flatMap(({ rows }) => rows);
  const total = list.data.pages[0]?.total ?? 0;
  if (entries.length === 0) {
    return (
      <Text c="dimmed" p="md" ta="center">
        {t('bell.empty')}
      </Text>
    );
  }
  return (
    <>
      <NotificationList label={t('bell.title')}>
        {entries.map((entry) => (
          <UnstyledButton
            key={entry.id}
            className={classes['entry']}
            data-unread={!entry.read || undefined}
            onClick={() => onFollow(entry)}
          >
            <span className={classes['title']}>
              {entry.severity !== null && (
                <>
                  <SeverityMark severity={entry.severity} size={12} />
                  <HiddenText>{t(`severity.${entry.severity}`)}: </HiddenText>
                </>
              )}
              {entry.title}
              {!entry.read && <HiddenText> {t('bell.new')}</HiddenText>}
            </span>
            <small>
              <Ago at={entry.at} />
            </small>
            <span className={classes['text']}>{entry.text}</span>
          </UnstyledButton>
        ))}
      </NotificationList>
      {(list.hasNextPage || list.data.pages.length > 1) && (
        <Group justify="space-between" px="sm" py={6} className={classes['foot']}>
          <Text size="xs" c="dimmed" role="status">
            {t('bell.shown', { shown: formatNumber(entries.length), total: formatNumber(total) })}
          </Text>
          {list.hasNextPage && (
            <Button
              size="compact-sm"
              variant="subtle"
              loading={list.isFetchingNextPage}
              onClick={() => void list.fetchNextPage()}
            >
              {t('bell.older')}
            </Button>
          )}
        </Group>
      )}
      {list.isFetchNextPageError && (
        <Text size="xs" c="red" px="sm" pb={6} role="alert">
          {errorText(t, list.error)}
        </Text>
      )}
    </>
  );
}
