import type { OpenImport, UnknownWord } from '@milepost/contract/import-operations';
import { Select, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../text/format.ts';
import { fieldName } from './import-words.ts';

interface Props {
  found: OpenImport;
  /** The value assigned to a word; an empty one omits its cells. */
  meaningOf: (word: UnknownWord) => string | undefined;
  onChoose: (word: UnknownWord, value: string) => void;
}

const LEAVE_EMPTY = '';

/** Words of cells that are not recognised: the meaning of each is chosen here, and remembered for the next file. */
export function ImportUnknownWords({ found, meaningOf, onChoose }: Props) {
  const { t } = useTranslation();
  if (found.unknownWords.length === 0) return null;
  return (
    <Stack gap="xs">
      <div>
        <Title order={3} size={14}>
          {t('import.unknown-words')}
        </Title>
        <Text size="sm" c="dimmed">
          {t('import.unknown-words-text')}
        </Text>
      </div>
      {found.unknownWords.map((word) => (
        <Select
          key={`${word.field} ${word.word}`}
          label={t('import.unknown-word', {
            field: fieldName(t, found.kind, word.field, found.own),
            word: word.word,
            number: formatNumber(word.total),
          })}
          placeholder={t('import.unknown-word-choose')}
          data={[
            ...word.values.map((value) => ({ value, label: value })),
            { value: LEAVE_EMPTY, label: t('import.leave-empty') },
          ]}
          value={meaningOf(word) ?? null}
          allowDeselect={false}
          searchable
          maw={480}
          onChange={(value) => value !== null && onChoose(word, value)}
        />
      ))}
    </Stack>
  );
}
