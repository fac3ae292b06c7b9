import type { OpenImport } from '@milepost/contract/import-operations';
import { Button, Group, List, Paper, Stack, Text, Title } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../text/format.ts';
import { Alert } from '../../ui/alert/alert.tsx';
import { errorText } from '../../ui/error-text.ts';
import { ImportLines } from './import-lines.tsx';
import { BEFORE, countWords } from './import-words.ts';
import { listText } from '../../text/list-text.ts';

interface Props {
  found: OpenImport;
  /** The decision that a person must make before the import can be started; null if none. */
  first: string | null;
  onRun: () => void;
  running: boolean;
  failure: Error | null;
}

const FAULT = ['fault'] as const;
const GOOD = ['create', 'update', 'same'] as const;

/** The result of a trial: the number of imported lines, the records created besides them, and the errors by line. */
export function ImportTrial({ found, first, onRun, running, failure }: Props) {
  const { t } = useTranslation();
  const { counts, creates, warnings } = found;
  const good = (counts.create ?? 0) + (counts.update ?? 0);
  const faults = counts.fault ?? 0;
  return (
    <Paper withBorder radius="lg" p="md">
      <Stack gap="sm">
        <Title order={2} size={16}>
          {t('import.trial')}
        </Title>
        <Text role="status">{countWords(t, counts, BEFORE)}</Text>
        {creates.length > 0 && (
          <List size="sm">
            {creates.map(({ what, names, total }) => (
              <List.Item key={what}>
                {t(`import.creates.${what}`, { number: formatNumber(total) })}{' '}
                <Text span size="sm" c="dimmed">
                  <bdi>{listText(names)}</bdi>
                  {total > names.length && ' …'}
                </Text>
              </List.Item>
            ))}
          </List>
        )}
        {warnings
          .filter(({ what }) => what !== 'cells-left-out')
          .map(({ what, lines, total }) => (
            <Alert key={what} type="warning" dismissible={false}>
              {t(`import.warning.${what}`, { number: formatNumber(total) })}{' '}
              {t('import.warning.lines', { lines: listText(lines.map((line) => formatNumber(line))) })}
              {total > lines.length && ' …'}
            </Alert>
          ))}
        {warnings.some(({ what }) => what === 'cells-left-out') && (
          <ImportLines found={found} states={GOOD} leftOut title={t('import.cells-left-out')} />
        )}
        {faults > 0 && <ImportLines found={found} states={FAULT} title={t('import.faulty')} />}
        {failure && <Alert type="danger">{errorText(t, failure)}</Alert>}
        <Group>
          <Button
            leftSection={<IconFileImport size={16} aria-hidden />}
            disabled={good === 0 || first !== null}
            loading={running}
            onClick={onRun}
          >
            {t(faults > 0 ? 'import.run-good' : 'import.run-all', { number: formatNumber(good) })}
          </Button>
          {good > 0 && first !== null && (
            <Text size="sm" c="dimmed">
              {first}
            </Text>
          )}
          {good === 0 && (
            <Text size="sm" c="dimmed">
              {t('import.none-good')}
            </Text>
          )}
        </Group>
      </Stack>
    </Paper>
  );
}
