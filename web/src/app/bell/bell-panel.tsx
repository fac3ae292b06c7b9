import { Button, Group, Popover, Text, UnstyledButton } from '@mantine/core';
import { cloneElement, isValidElement } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../text/format.ts';
import { Ago } from '../../ui/ago.tsx';
import { errorText } from '../../ui/error-text.ts';
import type { MenuFrame } from '../../ui/lazy-menu.tsx';
import { NotificationList } from '../../ui/notification/notification-list.tsx';
import { SeverityMark } from '../../ui/severity/severity-mark.tsx';
import classes from './bell.module.css';
import type { BellEntry, useBell } from './use-bell.ts';
import { HiddenText } from '../../ui/hidden-text/hidden-text.tsx';

interface Props extends MenuFrame {
  bell: ReturnType<typeof useBell>;
}

/** The notifications under the bell. */
export default function BellPanel({ button, opened, onChange, bell }: Props) {
  const { t } = useTranslation();
  function follow(entry: BellEntry) {
    if (entry.path !== '') onChange(false);
    bell.follow(entry);
  }
  return (
    <Popover opened={opened} onChange={onChange} position="bottom-end" width={340} shadow="md" trapFocus returnFocus>
      <Popover.Target>
        {isValidElement<{ onClick: () => void }>(button)
          ? cloneElement(button, { onClick: () => onChange(!opened) })
          : button}
      </Popover.Target>
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
        )}
        {bell.total > bell.entries.length && (
          <Text size="xs" c="dimmed" p="xs" ta="center">
            {t('bell.newest', { shown: formatNumber(bell.entries.length) })}
          </Text>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
