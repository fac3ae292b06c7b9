import { ActionIcon, Group, Select, Text } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../text/format.ts';
import { PAGE_SIZES, type TableState } from './table-state.ts';

interface Props<Sort extends string> {
  total: number;
  /** True if there are more rows than were counted. */
  atLeast?: boolean | undefined;
  state: TableState<Sort>;
  onChange: (change: Partial<TableState<Sort>>) => void;
}

/** The range of rows, the total, and the pagination. */
export function TableFooter<Sort extends string>({ total, atLeast = false, state, onChange }: Props<Sort>) {
  const { t } = useTranslation();
  const { page, pageSize } = state;
  const pages = Math.max(1, Math.ceil(total / pageSize));
  const from = total === 0 ? 0 : (page - 1) * pageSize + 1;
  const to = Math.min(total, page * pageSize);
  return (
    <Group justify="space-between" px="md" py={6} wrap="nowrap" style={{ borderTop: '1px solid var(--border)' }}>
      <Text size="sm" c="dimmed" role="status">
        {t(atLeast ? 'table.range-of-more' : 'table.range', {
          from: formatNumber(from),
          to: formatNumber(to),
          total: formatNumber(atLeast ? total - 1 : total),
        })}
      </Text>
      <Group gap={4} wrap="nowrap">
        <Select
          aria-label={t('table.page-size')}
          size="xs"
          w={108}
          allowDeselect={false}
          data={PAGE_SIZES.map((size) => ({ value: size as number, label: t('table.per-page', { size }) }))}
          value={pageSize}
          onChange={(size) => size !== null && onChange({ pageSize: size })}
        />
        <ActionIcon
          aria-label={t('table.previous')}
          disabled={page <= 1}
          onClick={() => onChange({ page: Math.min(page - 1, pages) })}
        >
          <IconChevronLeft size={18} data-flip />
        </ActionIcon>
        <ActionIcon aria-label={t('table.next')} disabled={page >= pages} onClick={() => onChange({ page: page + 1 })}>
          <IconChevronRight size={18} data-flip />
        </ActionIcon>
      </Group>
    </Group>
  );
}
