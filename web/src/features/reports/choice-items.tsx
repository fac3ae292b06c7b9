import { Button, Checkbox, Popover, ScrollArea, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/use-call.ts';
import { formatNumber } from '../../text/format.ts';
import { nameAmongOthers } from '../../ui/move/moved-text.ts';
import type { MenuFrame } from '../../ui/lazy-menu.tsx';
import type { ChoiceProps } from './choice-filter.tsx';

const PAUSE_MS = 250;

/** The available options, searched on the server; the chosen ones are on top. */
export default function ChoiceItems(props: ChoiceProps & MenuFrame) {
  const { button, opened, onChange, filter, ids, chosen, onChoose } = props;
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed, PAUSE_MS);
  const { data } = useCall(
    'get-report-choices',
    { filter, search: search.trim() },
    { placeholderData: keepPreviousData, enabled: opened },
  );
  const others = data?.rows.filter(({ id }) => !ids.includes(id)) ?? [];
  const put = (id: number, there: boolean) => onChoose(there ? [...ids, id] : ids.filter((one) => one !== id));
  const title = t(`reports.filter.${filter}.title`);
  return (
    <Popover opened={opened} onChange={onChange} position="bottom-start" shadow="md" trapFocus returnFocus>
      <Popover.Target>{button}</Popover.Target>
      <Popover.Dropdown p="xs" w={264} aria-label={title}>
        <TextInput
          data-autofocus
          aria-label={t('reports.search-in', { what: title })}
          placeholder={t('reports.search-in', { what: title })}
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <ScrollArea.Autosize mah={300} mt="xs">
          <Stack gap={6} p={4}>
            {chosen.map(({ id, name, moved }) => (
              <Checkbox
                key={id}
                label={nameAmongOthers(t, { registration: name, moved })}
                checked
                onChange={() => put(id, false)}
              />
            ))}
            {others.map(({ id, name, moved }) => (
              <Checkbox
                key={id}
                label={nameAmongOthers(t, { registration: name, moved })}
                checked={false}
                onChange={() => put(id, true)}
              />
            ))}
            {data?.rows.length === 0 && (
              <Text size="sm" c="dimmed">
                {t('form.nothing-found')}
              </Text>
            )}
            {data && data.total > data.rows.length && (
              <Text size="xs" c="dimmed">
                {t('form.first-of', { shown: formatNumber(data.rows.length), total: formatNumber(data.total) })}
              </Text>
            )}
          </Stack>
        </ScrollArea.Autosize>
        {ids.length > 0 && (
          <Button variant="subtle" size="compact-sm" fullWidth mt="xs" onClick={() => onChoose([])}>
            {t(`reports.filter.${filter}.all`)}
          </Button>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
