import { ActionIcon, Button, Group, Indicator, Popover, Text, UnstyledButton } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { formatNumber } from '../../text/format.ts';
import { Ago } from '../../ui/ago.tsx';
import { errorText } from '../../ui/error-text.ts';
import { NotificationList } from '../../ui/notification/notification-list.tsx';
import classes from './bell.module.css';
import { type BellEntry, useBell } from './use-bell.ts';

/** What happened that concerns the person: unread ones are counted, a click opens what each is about. */
export function Bell() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [opened, setOpened] = useState(false);
  const bell = useBell();
  if (!bell.shown) return null;

  function follow(entry: BellEntry) {
    bell.markRead(entry.id);
    if (entry.path === '') return;
    setOpened(false);
    void navigate(entry.path.startsWith('/') ? entry.path : `/${entry.path}`);
  }
  const label =
    bell.unread > 0 ? t('bell.unread', { count: bell.unread, number: formatNumber(bell.unread) }) : t('bell.title');
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" width={340} shadow="md" trapFocus returnFocus>
      <Indicator
        label={bell.unread > 99 ? '99+' : bell.unread}
        size={16}
        offset={7}
        color="red"
        disabled={bell.unread === 0}
      >
        <Popover.Target>
          <ActionIcon aria-label={label} title={label} onClick={() => setOpened(!opened)}>
            <IconBell size={20} stroke={1.6} />
          </ActionIcon>
        </Popover.Target>
      </Indicator>
      <Popover.Dropdown p={0} aria-label={t('bell.title')}>
        <Group justify="space-between" px="sm" py={8} className={classes['head']}>
          <Text fw={650}>{t('bell.title')}</Text>
          {bell.unread > 0 && (
            <Button size="compact-sm" variant="subtle" onClick={() => bell.markRead()}>
              {t('bell.read-all')}
            </Button>
          )}
        </Group>
        {bell.entries.length === 0 ? (
          <Text c="dimmed" p="md" ta="center" role={bell.error === null ? undefined : 'alert'}>
            {bell.error === null ? t('bell.empty') : errorText(t, bell.error)}
          </Text>
        ) : (
          <NotificationList label={t('bell.title')}>
            {bell.entries.map((entry) => (
              <UnstyledButton
                key={entry.id}
                className={classes['entry']}
                data-unread={!entry.read || undefined}
                onClick={() => follow(entry)}
              >
                <span className={classes['title']}>
                  {entry.title}
                  {!entry.read && <span className="visually-hidden"> {t('bell.new')}</span>}
                </span>
                <small>
                  <Ago at={entry.at} />
                </small>
                <span className={classes['text']}>{entry.text}</span>
              </UnstyledButton>
            ))}
          </NotificationList>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
