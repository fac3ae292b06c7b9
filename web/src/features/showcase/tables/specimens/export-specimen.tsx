import { useTranslation } from 'react-i18next';
import { Button, Group } from '@mantine/core';
import { errorText } from '../../../../ui/error-text.ts';
import { saveBlob } from '../../../../ui/export/save-blob.ts';
import type { ExportTable } from '../../../../ui/export/export-table.ts';
import { EXPORT_KINDS, type ExportKind, writeExport } from '../../../../ui/export/write-export.ts';
import { notifyFault } from '../../../../ui/toast/notify.ts';
import { Specimen } from '../../frame/specimen.tsx';

/** Rows in five scripts, which an export must not garble. */
const ROWS: ExportTable['rows'] = [
  ['Depósito Norte', 12.4, new Date(Date.UTC(2026, 6, 31, 6, 15))],
  ['उत्तर डिपो', 8.1, new Date(Date.UTC(2026, 6, 31, 7, 40))],
  ['المستودع الشمالي', 20, new Date(Date.UTC(2026, 6, 31, 9, 5))],
  ['Северное депо', 3.7, null],
  ['=1+1', 0, null],
];

/** The writers on their own, for a table that is not on the screen. */
export function ExportSpecimen() {
  const { t } = useTranslation();
  const table: ExportTable = {
    title: t('tables.export.sample'),
    columns: [t('tables.export.place'), t('tables.export.distance'), t('tables.export.arrival')],
    rows: ROWS,
  };

  async function run(kind: ExportKind) {
    try {
      const blob = await writeExport(kind, table, (page, of) => t('table.page-of', { page, of }));
      if (blob) saveBlob(`depots.${kind}`, blob);
    } catch (error) {
      notifyFault(t('table.export-failed', { message: errorText(t, error) }));
    }
  }
  return (
    <Specimen
      id="export"
      title={t('tables.export.title')}
      text={t('tables.export.text')}
      code={() =>
        "const blob = await writeExport('xlsx', { title, columns, rows }, pageLabel);\nif (blob) saveBlob('depots.xlsx', blob);"
      }
    >
      {() => (
        <Group gap="xs">
          {EXPORT_KINDS.map((kind) => (
            <Button key={kind} variant="default" onClick={() => void run(kind)}>
              {t(`table.export-${kind}`)}
            </Button>
          ))}
        </Group>
      )}
    </Specimen>
  );
}
