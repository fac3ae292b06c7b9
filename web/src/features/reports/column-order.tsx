import { ActionIcon, Button, Checkbox, Group, Popover, ScrollArea } from '@mantine/core';
import type { ReportColumn } from '@milepost/contract/report-operations';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { MenuFrame } from '../../ui/lazy-menu.tsx';
import { shownColumns } from './shown-columns.ts';

interface Props extends MenuFrame {
  columns: readonly ReportColumn[];
  params: URLSearchParams;
  /** Null for the report's default columns. */
  onChoose: (keys: readonly string[] | null) => void;
}

/** The choice of visible columns, and their order. */
export default function ColumnOrder({ button, opened, onChange, columns, params, onChoose }: Props) {
  const { t } = useTranslation();
  const shown = shownColumns(columns, params);
  const keys = shown.map(({ key }) => key);
  const hidden = columns.filter(({ key }) => !keys.includes(key));
  const move = (from: number, by: number) => {
    const next = [...keys];
    const [key] = next.splice(from, 1);
    if (key !== undefined) onChoose(next.toSpliced(from + by, 0, key));
  };
  return (
    <Popover opened={opened} onChange={onChange} position="bottom-end" shadow="md" trapFocus returnFocus>
      <Popover.Target>{button}</Popover.Target>
      <Popover.Dropdown p="xs" w={292} aria-label={t('table.columns')}>
        <ScrollArea.Autosize mah={360}>
          {shown.map(({ key, label }, index) => (
            <Group key={key} justify="space-between" wrap="nowrap" gap={4} py={2} px={4}>
              <Checkbox
                label={label}
                checked
                disabled={keys.length === 1}
                onChange={() => onChoose(keys.filter((one) => one !== key))}
              />
              <Group gap={2} wrap="nowrap">
                <ActionIcon
                  size={24}
                  disabled={index === 0}
                  aria-label={t('reports.earlier', { column: label })}
                  onClick={() => move(index, -1)}
                >
                  <IconArrowUp size={14} />
                </ActionIcon>
                <ActionIcon
                  size={24}
                  disabled={index === keys.length - 1}
                  aria-label={t('reports.later', { column: label })}
                  onClick={() => move(index, 1)}
                >
                  <IconArrowDown size={14} />
                </ActionIcon>
              </Group>
            </Group>
          ))}
          {hidden.map(({ key, label }) => (
            <Checkbox key={key} py={5} px={4} label={label} checked={false} onChange={() => onChoose([...keys, key])} />
          ))}
        </ScrollArea.Autosize>
        <Button variant="subtle" size="compact-sm" fullWidth mt="xs" onClick={() => onChoose(null)}>
          {t('table.columns-usual')}
        </Button>
      </Popover.Dropdown>
    </Popover>
  );
}
