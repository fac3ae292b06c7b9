import type { ImportEncoding } from '@milepost/contract/import-kinds';
import type { OpenImport } from '@milepost/contract/import-operations';
import { Button, Select, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { queryClient } from '../../api/query-client.ts';
import { callKey } from '../../api/use-call.ts';
import { formatNumber } from '../../text/format.ts';
import { Alert } from '../../ui/alert/alert.tsx';
import { errorText } from '../../ui/error-text.ts';

interface Props {
  found: OpenImport;
  disabled: boolean;
}

const NO_HEADINGS = 0;

/** How a file is read: the line of the headings, and the code page. */
export function ImportTableChoices({ found, disabled }: Props) {
  const { t } = useTranslation();
  const { id, top, head, encoding } = found;
  const take = (answer: { import: OpenImport }) => queryClient.setQueryData(callKey('get-import', { id }), answer);
  const headings = useMutation({
    mutationFn: (line: number) => call('choose-import-headings', { id, line }),
    onSuccess: take,
  });
  const letters = useMutation({
    mutationFn: (name: ImportEncoding) => call('choose-import-encoding', { id, encoding: name }),
    onSuccess: take,
  });
  const busy = disabled || headings.isPending || letters.isPending;
  const error = headings.error ?? letters.error;
  const current = encoding?.others.find(({ name }) => name === encoding.name);
  return (
    <>
      {encoding && (
        <Select
          label={t('import.encoding')}
          description={t('import.encoding-text')}
          data={encoding.others.map(({ name, sample }) => ({ value: name, label: `${sample} (${name})` }))}
          value={encoding.name}
          allowDeselect={false}
          disabled={busy}
          maw={480}
          onChange={(name) => {
            const chosen = encoding.others.find((one) => one.name === name);
            if (chosen) letters.mutate(chosen.name);
          }}
        />
      )}
      {encoding && !encoding.sure && (
        <Alert type="warning" title={t('import.encoding-unsure')} dismissible={false}>
          <Stack gap="xs" align="flex-start">
            <Text size="sm">{t('import.encoding-unsure-text')}</Text>
            <Button size="xs" variant="default" disabled={busy} onClick={() => letters.mutate(encoding.name)}>
              {t('import.encoding-right', { sample: current?.sample ?? encoding.name })}
            </Button>
          </Stack>
        </Alert>
      )}
      {top.length > 0 && (
        <Select
          label={t('import.headings-line')}
          data={[
            ...top.map(({ line, cells }) => ({
              value: String(line),
              label: t('import.headings-of', {
                line: formatNumber(line),
                cells: cells.filter((cell) => cell !== '').join(' · '),
              }),
            })),
            { value: String(NO_HEADINGS), label: t('import.headings-none') },
          ]}
          value={String(head)}
          allowDeselect={false}
          disabled={busy}
          maw={480}
          onChange={(line) => line !== null && headings.mutate(Number(line))}
        />
      )}
      {error && <Alert type="danger">{errorText(t, error)}</Alert>}
    </>
  );
}
