import { MAX_INVOICE_LINES } from '@milepost/contract/subscription-kinds';
import { ActionIcon, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { enteredNumber } from '../../../ui/form/entered-number.ts';
import { MoneyField } from '../../../ui/money/money-field.tsx';
import { NumberInput } from '../../../ui/form/number-input.tsx';

export interface EnteredLine extends Record<string, unknown> {
  text: string;
  quantity: number | null;
  unitPrice: number | null;
  taxRate: number | null;
}

/** Empty fields count as nothing. */
export const linesOf = (lines: readonly EnteredLine[]) =>
  lines.map(({ text, quantity, unitPrice, taxRate }) => ({
    text,
    quantity: quantity ?? 0,
    unitPrice: unitPrice ?? 0,
    taxRate: taxRate ?? 0,
  }));

interface Props {
  lines: readonly EnteredLine[];
  currency: string;
  errors: Readonly<Record<string, ReactNode>>;
  onChange: (lines: EnteredLine[]) => void;
}

const NEW_LINE: EnteredLine = { text: '', quantity: 1, unitPrice: null, taxRate: 0 };

/** The billed items, line by line. */
export function InvoiceLines({ lines, currency, errors, onChange }: Props) {
  const { t } = useTranslation();
  const label = (key: string) => t(`subscriptions.invoices.${key}`);
  const put = (index: number, values: Partial<EnteredLine>) =>
    onChange(lines.map((line, at) => (at === index ? { ...line, ...values } : line)));
  const errorAt = (index: number, name: string) => errors[`lines.${index}.${name}`];
  return (
    <Stack gap="sm" component="section" aria-label={label('lines')}>
      {lines.map((line, index) => (
        <Stack key={index} gap={6}>
          <Group gap={6} align="end" wrap="nowrap">
            <TextInput
              flex={1}
              label={label('line')}
              maxLength={200}
              value={line.text}
              onChange={({ currentTarget }) => put(index, { text: currentTarget.value })}
              error={errorAt(index, 'text')}
            />
            {lines.length > 1 && (
              <ActionIcon
                variant="subtle"
                color="gray"
                size={36}
                aria-label={t('subscriptions.invoices.remove-line', { line: line.text })}
                onClick={() => onChange(lines.filter((_, at) => at !== index))}
              >
                <IconX size={16} aria-hidden />
              </ActionIcon>
            )}
          </Group>
          <Group gap={6} grow align="start">
            <NumberInput
              label={label('quantity')}
              decimals={0}
              value={line.quantity ?? ''}
              onChange={(entered) => put(index, { quantity: enteredNumber(entered) })}
              error={errorAt(index, 'quantity')}
            />
            <MoneyField
              label={label('unit-price')}
              currency={currency}
              value={line.unitPrice}
              onChange={(unitPrice) => put(index, { unitPrice })}
              error={errorAt(index, 'unitPrice')}
            />
            <NumberInput
              label={label('tax-rate')}
              suffix=" %"
              decimals={2}
              value={line.taxRate === null ? '' : line.taxRate / 100}
              onChange={(entered) => {
                const percent = enteredNumber(entered);
                put(index, { taxRate: percent === null ? null : Math.round(percent * 100) });
              }}
              error={errorAt(index, 'taxRate')}
            />
          </Group>
        </Stack>
      ))}
      {errors['lines'] !== undefined && (
        <Text size="sm" c="red" role="alert">
          {errors['lines']}
        </Text>
      )}
      {lines.length < MAX_INVOICE_LINES && (
        <Button
          variant="default"
          size="xs"
          style={{ alignSelf: 'start' }}
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => onChange([...lines, NEW_LINE])}
        >
          {label('add-line')}
        </Button>
      )}
    </Stack>
  );
}
