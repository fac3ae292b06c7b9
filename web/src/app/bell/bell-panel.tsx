import { Button, Group, Popover, Text } from '@mantine/core';
import { cloneElement, isValidElement } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../ui/error-text.ts';
import type { MenuFrame } from '../../ui/lazy-menu.tsx';
import { BellEntries } from './bell-entries.tsx';
import classes from './bell.module.css';
import type { BellEntry, useBell } from './use-bell.ts';

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
        {bell.newest === null ? (
          <Text c="dimmed" p="md" ta="center" role={bell.error === null ? undefined : 'alert'}>
            {bell.error === null ? t('app.please-wait') : errorText(t, bell.error)}
          </Text>
        ) : (
          <BellEntries newest={bell.newest} onFollow={follow} />
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
