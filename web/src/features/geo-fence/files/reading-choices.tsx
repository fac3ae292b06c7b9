import type { ImportEncoding } from '@milepost/contract/import-kinds';
import { Button, Group, Select, Stack, Switch, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../text/format.ts';
import { Alert } from '../../../ui/alert/alert.tsx';
import type { ReadFile } from './read-fences.ts';

interface Props {
  read: ReadFile;
  onEncoding: (encoding: ImportEncoding) => void;
  onSwapped: (swapped: boolean) => void;
}

const KM = 1000;
const km = (metres: number) => formatNumber(Math.round(metres / KM));

/** True if nothing of a file can be added before a person has decided how it is read. */
export const isUnsure = ({ lettering, order }: ReadFile): boolean => lettering?.sure === false || order.unsure !== null;

/** The choices for an ambiguous file: its code page, and whether the latitude is first. */
export function ReadingChoices({ read: { lettering, order }, onEncoding, onSwapped }: Props) {
  const { t } = useTranslation();
  return (
    <Stack gap="xs">
      {lettering && (
        <Select
          label={t('geo-fence.import.encoding')}
          description={t('geo-fence.import.encoding-text')}
          data={lettering.others.map(({ name, sample }) => ({ value: name, label: `${sample} (${name})` }))}
          value={lettering.name}
          allowDeselect={false}
          onChange={(name) => {
            const chosen = lettering.others.find((one) => one.name === name);
            if (chosen) onEncoding(chosen.name);
          }}
        />
      )}
      {lettering && !lettering.sure && (
        <Alert type="warning" dismissible={false}>
          <Stack gap="xs" align="flex-start">
            <Text size="sm">{t('geo-fence.import.encoding-unsure')}</Text>
            <Button size="xs" variant="default" onClick={() => onEncoding(lettering.name)}>
              {t('geo-fence.import.encoding-right')}
            </Button>
          </Stack>
        </Alert>
      )}
      {order.unsure && (
        <Alert type="warning" title={t('geo-fence.import.swapped-title')} dismissible={false}>
          <Stack gap="xs">
            <Text size="sm">
              {t('geo-fence.import.swapped-text', {
                written: km(order.unsure.asWrittenM),
                swapped: km(order.unsure.swappedM),
              })}
            </Text>
            <Group gap="xs">
              <Button size="xs" variant="default" onClick={() => onSwapped(true)}>
                {t('geo-fence.import.swap')}
              </Button>
              <Button size="xs" variant="default" onClick={() => onSwapped(false)}>
                {t('geo-fence.import.as-written')}
              </Button>
            </Group>
          </Stack>
        </Alert>
      )}
      {!order.unsure && (
        <Switch
          label={t('geo-fence.import.swapped')}
          checked={order.swapped}
          onChange={({ currentTarget }) => onSwapped(currentTarget.checked)}
        />
      )}
    </Stack>
  );
}
