import { importSpec, type ImportKind, MAX_IMPORT_BYTES } from '@milepost/contract/import-kinds';
import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/use-call.ts';
import { sendImport } from '../../api/send-file.ts';
import { Alert } from '../../ui/alert/alert.tsx';
import { DropZone } from '../../ui/drop-zone/drop-zone.tsx';
import { errorText } from '../../ui/error-text.ts';
import { Progress } from '../../ui/progress/progress.tsx';
import { takeAsset } from '../../ui/load-asset/load-asset.ts';
import { saveBlob } from '../../ui/export/save-blob.ts';
import { fieldName } from './import-words.ts';

interface Props {
  kind: ImportKind;
  onRead: (id: number) => void;
}

/** Accepts a spreadsheet, and offers an empty one with the right headings. */
export function ImportFile({ kind, onRead }: Props) {
  const { t } = useTranslation();
  const [files, setFiles] = useState<File[]>([]);
  const [part, setPart] = useState(0);
  const { own: record } = importSpec(kind);
  const fields =
    useCall('get-own-fields', { kind: record ?? 'vehicle' }, { enabled: record !== undefined }).data?.rows ?? [];
  const send = useMutation({
    mutationFn: (file: File) => sendImport(kind, file, setPart).sent,
    onSuccess: onRead,
    // Clears the field for a corrected file.
    onError: () => setFiles([]),
  });
  function take(next: File[]) {
    const last = next.slice(-1);
    setFiles(last);
    setPart(0);
    send.reset();
    if (last[0]) send.mutate(last[0]);
  }
  async function saveTemplate() {
    const { tableToCsv } = await takeAsset('buttons.flash');
    const own = fields.map(({ name }) => name);
    const columns = [...Object.keys(importSpec(kind).fields).map((field) => fieldName(t, kind, field)), ...own];
    saveBlob(`${kind}.csv`, new Blob([tableToCsv({ title: '', columns, rows: [] })], { type: 'text/csv' }));
  }
  return (
    <Paper withBorder radius="lg" p="md">
      <Stack gap="sm">
        <Text size="sm">{t('import.file-text')}</Text>
        {/* Files of any kind are accepted: the reason why one is unreadable is shown below. */}
        <DropZone
          label={t('import.choose')}
          files={files}
          onChange={take}
          maxFiles={1}
          maxBytes={MAX_IMPORT_BYTES}
          disabled={send.isPending}
        />
        {send.isPending && <Progress value={part} max={1} label={t('import.reading')} animated={part >= 1} striped />}
        {send.error && <Alert type="danger">{errorText(t, send.error)}</Alert>}
        <Group>
          <Button variant="subtle" size="xs" onClick={() => void saveTemplate()}>
            {t('import.template')}
          </Button>
        </Group>
      </Stack>
    </Paper>
  );
}
