import { ActionIcon, Tooltip } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconFileDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../error-text.ts';
import { type CsvColumn, saveFile, toCsv } from './csv.ts';

interface Props<Row> {
  /** File name before the date. */
  name: string;
  columns: readonly CsvColumn<Row>[];
  /** Gives one page of what is filtered. */
  fetchPage: (page: number, pageSize: number) => Promise<{ rows: Row[]; total: number }>;
}

/** Largest page of the contract. */
const PAGE_SIZE = 500;

/** Saves all rows of what is filtered, not only the page on the screen. */
export function ExportButton<Row>({ name, columns, fetchPage }: Props<Row>) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);

  async function save() {
    setBusy(true);
    try {
      const rows: Row[] = [];
      for (let page = 1; ; page++) {
        const answer = await fetchPage(page, PAGE_SIZE);
        rows.push(...answer.rows);
        if (answer.rows.length < PAGE_SIZE || rows.length >= answer.total) break;
      }
      const file = `${name}-${new Date().toISOString().slice(0, 10)}.csv`;
      saveFile(file, 'text/csv;charset=utf-8', toCsv(columns, rows));
      notifications.show({ message: t('table.exported', { count: rows.length, file }) });
    } catch (error) {
      const message = errorText(t, error);
      notifications.show({ color: 'red', message: t('table.export-failed', { message }) });
    } finally {
      setBusy(false);
    }
  }
  return (
    <Tooltip label={t('table.export')}>
      <ActionIcon variant="default" aria-label={t('table.export')} loading={busy} onClick={() => void save()}>
        <IconFileDownload size={18} stroke={1.6} />
      </ActionIcon>
    </Tooltip>
  );
}
