import { MAX_PRODUCTS } from '@milepost/contract/route-kinds';
import type { RunLoad } from '@milepost/contract/run-load';
import { ActionIcon, Button, Group, SimpleGrid, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { enteredNumber } from '../../../../ui/form/entered-number.ts';
import { NumberField } from '../../../../ui/form/number-field.tsx';
import { Section } from '../../../../ui/section/section.tsx';
import { LOAD_MEASURES } from './load-values.ts';
import { NumberInput } from '../../../../ui/form/number-input.tsx';

interface Props {
  load: RunLoad;
  /** The errors by the path of the field. */
  errors: Readonly<Record<string, ReactNode>>;
  readOnly: boolean;
  onChange: (load: RunLoad) => void;
}

/** The load that a run takes out and brings back, in total and by product, and its temperature range. */
export function LoadFields({ load, errors, readOnly, onChange }: Props) {
  const { t } = useTranslation();
  const put = (change: Partial<RunLoad>) => onChange({ ...load, ...change });
  const putProduct = (index: number, change: Partial<RunLoad['products'][number]>) =>
    put({ products: load.products.map((product, at) => (at === index ? { ...product, ...change } : product)) });
  const label = (measure: string, way: 'out' | 'back') => t(`load.${way}-of`, { what: t(`load.${measure}`) });
  return (
    <Section level={3} title={t('load.title')}>
      <SimpleGrid cols={2} spacing="sm">
        {LOAD_MEASURES.flatMap(({ measure, decimals, ...names }) =>
          (['out', 'back'] as const).map((way) => (
            <NumberField
              key={names[way]}
              label={label(measure, way)}
              decimals={decimals}
              value={load[names[way]]}
              error={errors[`load.${names[way]}`]}
              onChange={(value) => put({ [names[way]]: value })}
            />
          )),
        )}
        {(['minC', 'maxC'] as const).map((name) => (
          <NumberInput
            key={name}
            negative
            label={t(`load.${name}`)}
            suffix=" °C"
            decimals={1}
            value={load[name] ?? ''}
            error={errors[`load.${name}`]}
            onChange={(entered) => put({ [name]: enteredNumber(entered) })}
          />
        ))}
      </SimpleGrid>
      {load.products.map((product, index) => (
        <Group key={index} gap="xs" wrap="nowrap" align="flex-start">
          <TextInput
            label={t('load.product')}
            flex={1}
            miw={0}
            maxLength={80}
            value={product.name}
            error={errors[`load.products.${index}.name`]}
            onChange={(event) => putProduct(index, { name: event.currentTarget.value })}
          />
          {(['out', 'back'] as const).map((way) => (
            <NumberInput
              key={way}
              label={t(`load.${way}`)}
              w={84}
              decimals={3}
              value={product[way] ?? ''}
              error={errors[`load.products.${index}.${way}`]}
              onChange={(entered) => putProduct(index, { [way]: enteredNumber(entered) })}
            />
          ))}
          {!readOnly && (
            <ActionIcon
              variant="subtle"
              color="gray"
              size="input-sm"
              mt={24}
              aria-label={t('load.remove-product', { name: product.name })}
              onClick={() => put({ products: load.products.filter((_one, at) => at !== index) })}
            >
              <IconTrash size={18} aria-hidden />
            </ActionIcon>
          )}
        </Group>
      ))}
      {!readOnly && load.products.length < MAX_PRODUCTS && (
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => put({ products: [...load.products, { name: '', out: null, back: null }] })}
        >
          {t('load.add-product')}
        </Button>
      )}
    </Section>
  );
}
