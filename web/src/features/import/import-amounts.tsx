import type { OpenImport } from '@milepost/contract/import-operations';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatSettings, localeOf } from '../../text/format-settings.ts';
import { Alert } from '../../ui/alert/alert.tsx';

interface Props {
  heading: string;
  twoNumbers: NonNullable<OpenImport['columns'][number]['twoNumbers']>;
  onChoose: (mark: '.' | ',') => void;
}

/** Formatted so that thousands cannot be taken for decimals: "1,234.00", "1.234". */
const amountText = (amount: number) =>
  new Intl.NumberFormat(localeOf(formatSettings().language), {
    minimumFractionDigits: 2,
    maximumFractionDigits: 3,
  }).format(amount);

/** Asks for the decimal separator of the amounts of a column, if the file does not reveal it. */
export function ImportAmounts({ heading, twoNumbers, onChoose }: Props) {
  const { t } = useTranslation();
  const [point, comma] = [amountText(twoNumbers.point), amountText(twoNumbers.comma)];
  return (
    <Alert type="warning" title={t('import.two-numbers.title')} dismissible={false}>
      <Stack gap="xs">
        <Text size="sm">{t('import.two-numbers.text', { text: twoNumbers.text, heading, point, comma })}</Text>
        <Group gap="xs">
          <Button size="xs" variant="default" onClick={() => onChoose('.')}>
            {t('import.two-numbers.point', { amount: point })}
          </Button>
          <Button size="xs" variant="default" onClick={() => onChoose(',')}>
            {t('import.two-numbers.comma', { amount: comma })}
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}
