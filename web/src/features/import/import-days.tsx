import type { DayOrder } from '@milepost/contract/import-kinds';
import type { OpenImport } from '@milepost/contract/import-operations';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatDate } from '../../text/format.ts';
import { Alert } from '../../ui/alert/alert.tsx';

interface Props {
  heading: string;
  twoDays: NonNullable<OpenImport['columns'][number]['twoDays']>;
  onChoose: (order: DayOrder) => void;
}

/** Asks for the date format of a column, if the file does not reveal it. */
export function ImportDays({ heading, twoDays, onChoose }: Props) {
  const { t } = useTranslation();
  const [dmy, mdy] = [formatDate(twoDays.dmy), formatDate(twoDays.mdy)];
  return (
    <Alert type="warning" title={t('import.two-days.title')} dismissible={false}>
      <Stack gap="xs">
        <Text size="sm">{t('import.two-days.text', { text: twoDays.text, heading, dmy, mdy })}</Text>
        <Group gap="xs">
          <Button size="xs" variant="default" onClick={() => onChoose('dmy')}>
            {t('import.two-days.dmy', { day: dmy })}
          </Button>
          <Button size="xs" variant="default" onClick={() => onChoose('mdy')}>
            {t('import.two-days.mdy', { day: mdy })}
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}
