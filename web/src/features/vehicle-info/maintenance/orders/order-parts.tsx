import type { UseFormReturnType } from '@mantine/form';
import { ActionIcon, Button, Group, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { NumberField } from '../../../../ui/form/number-field.tsx';
import { MoneyField } from '../../../../ui/money/money-field.tsx';
import { Section } from '../../../../ui/section/section.tsx';
import type { OrderValues } from './order-values.ts';
import classes from './order-parts.module.css';

/** The parts used, with the price per piece. */
export function OrderParts({ form, currency }: { form: UseFormReturnType<OrderValues>; currency: string }) {
  const { t } = useTranslation();
  const label = (key: string) => t(`maintenance.order.${key}`);
  return (
    <Section title={label('parts')} level={3}>
      {form.values.parts.map((part, index) => (
        <div key={index} className={classes['part']}>
          <TextInput label={label('part')} maxLength={100} {...form.getInputProps(`parts.${index}.name`)} />
          <NumberField
            label={label('quantity')}
            decimals={3}
            {...form.getInputProps(`parts.${index}.quantity`)}
            value={part.quantity}
          />
          <MoneyField
            label={label('price')}
            currency={currency}
            {...form.getInputProps(`parts.${index}.price`)}
            value={part.price}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('maintenance.order.remove', { name: part.name })}
            onClick={() => form.removeListItem('parts', index)}
          >
            <IconX size={16} aria-hidden />
          </ActionIcon>
        </div>
      ))}
      <Group>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => form.insertListItem('parts', { name: '', quantity: 1, price: null })}
        >
          {label('add-part')}
        </Button>
      </Group>
    </Section>
  );
}
