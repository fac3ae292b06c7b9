import { ActionIcon, Menu } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import {
  IconFileDownload,
  IconFileSpreadsheet,
  IconFileTypeCsv,
  IconFileTypePdf,
  IconPrinter,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../text/format.ts';
import { dayOf } from '../../text/local-day.ts';
import { errorText } from '../error-text.ts';
import { toExportTable } from '../export/export-table.ts';
import { saveBlob } from '../export/save-blob.ts';
import { EXPORT_KINDS, type ExportKind, writeExport } from '../export/write-export.ts';
import type { CsvColumn } from './csv.ts';
import { fetchAll, type FetchPage } from './fetch-all.ts';

interface Props<Row> {
  /** File name before the date. */
  name: string;
  /** Title on paper and name of the sheet. */
  title: string;
  columns: readonly CsvColumn<Row>[];
  fetchPage: FetchPage<Row>;
}

const ICONS = { csv: IconFileTypeCsv, xlsx: IconFileSpreadsheet, pdf: IconFileTypePdf, print: IconPrinter };

/** Saves or prints all rows of what is filtered, not only the page on the screen. */
export function ExportMenu<Row>({ name, title, columns, fetchPage }: Props<Row>) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);

  async function run(kind: ExportKind) {
    setBusy(true);
    try {
      const rows = await fetchAll(fetchPage);
      const pageLabel = (page: number, of: number) => t('table.page-of', { page, of });
      const blob = await writeExport(kind, toExportTable(title, columns, rows), pageLabel);
      if (blob === null) return;
      const file = `${name}-${dayOf(Date.now())}.${kind}`;
      saveBlob(file, blob);
      const count = rows.length;
      notifications.show({ message: t('table.exported', { count, rows: formatNumber(count), file }) });
    } catch (error) {
      notifications.show({ color: 'red', message: t('table.export-failed', { message: errorText(t, error) }) });
    } finally {
      setBusy(false);
    }
  }
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <ActionIcon variant="default" aria-label={t('table.export')} title={t('table.export')} loading={busy}>
          <IconFileDownload size={18} stroke={1.6} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('table.export-all')}</Menu.Label>
        {EXPORT_KINDS.map((kind) => {
          const Icon = ICONS[kind];
          return (
            <Menu.Item key={kind} leftSection={<Icon size={18} stroke={1.6} />} onClick={() => void run(kind)}>
              {t(`table.export-${kind}`)}
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}
