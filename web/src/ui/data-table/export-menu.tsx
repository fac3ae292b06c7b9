import { ActionIcon } from '@mantine/core';
import { IconFileDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../text/format.ts';
import { dayOf } from '../../text/local-day.ts';
import { errorText } from '../error-text.ts';
import { toExportTable } from '../export/export-table.ts';
import { saveBlob } from '../export/save-blob.ts';
import { EXPORT_KINDS, type ExportKind, writeExport } from '../export/write-export.ts';
import { LazyMenu } from '../lazy-menu.tsx';
import { lazyPart } from '../lazy-part.ts';
import { takeAsset } from '../load-asset/load-asset.ts';
import type { CsvColumn } from './csv.ts';
import { fetchAll, type FetchPage } from './fetch-all.ts';
import { countAlong } from '../progress/count-along.tsx';
import { notify, notifyFault } from '../toast/notify.ts';

/** The export of a list. */
export interface ExportFile<Row> {
  /** The file name before the date. */
  name: string;
  /** Undefined while the organisation's custom fields are loading: a file without them is incomplete. */
  columns: readonly CsvColumn<Row>[] | undefined;
  /** Returns a page of the filtered rows. */
  fetchPage: FetchPage<Row>;
}

interface Props<Row> extends ExportFile<Row> {
  /** The title on paper and the name of the sheet. */
  title: string;
}

const FormatItems = lazyPart(() => takeAsset('dataTables.buttons'));

/** The file name with today's date, to distinguish several files of one list. */
const fileName = (name: string, kind: ExportKind) => `${name}-${dayOf(Date.now())}.${kind}`;

/** Saves or prints all filtered rows, not only the page on the screen. */
export function ExportMenu<Row>({ name, title, columns, fetchPage }: Props<Row>) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);

  const pageLabel = (page: number, of: number) => t('table.page-of', { page, of });

  async function run(kind: ExportKind) {
    if (!columns) return;
    setBusy(true);
    try {
      const written = await countAlong(t, async (report) => {
        const count = (key: string) => (done: number, total: number) =>
          report({ text: t(key, { done: formatNumber(done), total: formatNumber(total) }), done, total });
        const rows = await fetchAll(fetchPage, count('export.fetched'));
        const table = toExportTable(title, columns, rows);
        return { total: rows.length, blob: await writeExport(kind, table, pageLabel, count('export.written')) };
      });
      if (written === null || written.blob === null) return;
      const { total: count, blob } = written;
      const file = fileName(name, kind);
      saveBlob(file, blob);
      notify(t('table.exported', { count, rows: formatNumber(count), file }));
    } catch (error) {
      notifyFault(t('table.export-failed', { message: errorText(t, error) }));
    } finally {
      setBusy(false);
    }
  }
  return (
    <LazyMenu
      button={
        <ActionIcon
          variant="default"
          aria-label={t('table.export')}
          title={t('table.export')}
          loading={busy}
          disabled={!columns}
        >
          <IconFileDownload size={18} stroke={1.6} />
        </ActionIcon>
      }
      renderMenu={(frame) => (
        <FormatItems
          {...frame}
          label={t('table.export-all')}
          items={EXPORT_KINDS.map((kind) => ({
            format: kind,
            label: t(`table.export-${kind}`),
            onChoose: () => void run(kind),
          }))}
        />
      )}
    />
  );
}
