import { ActionIcon, Paper, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { fieldLabel } from '../../../ui/telemetry/field-name.ts';
import { fieldValue } from '../../../ui/telemetry/field-value.ts';
import classes from './sensors.module.css';

interface Props {
  attributes: readonly { name: string; value: number | boolean }[];
  /** Makes a sensor of an attribute; omitted if the role may not. */
  onAdd: ((attribute: string) => void) | undefined;
}

/** The raw attributes of the last report of a vehicle's device. */
export function ReportedAttributes({ attributes, onAdd }: Props) {
  const { t } = useTranslation();
  return (
    <Paper component="section" withBorder radius="lg" aria-label={t('sensors.told')}>
      <div className={classes['head']}>
        <div>
          <h2>{t('sensors.told')}</h2>
          <p>{t('sensors.told-text')}</p>
        </div>
      </div>
      {attributes.length === 0 ? (
        <Text size="sm" c="dimmed" p="md" pt={0}>
          {t('sensors.no-message')}
        </Text>
      ) : (
        <table className={classes['told']} aria-label={t('sensors.told')}>
          <tbody>
            {attributes.map(({ name, value }) => (
              <tr key={name}>
                <td>
                  {fieldLabel(t, name)}
                  <small dir="ltr">{name}</small>
                </td>
                <td className={classes['number']}>{fieldValue(t, name, value)}</td>
                {onAdd && (
                  <td>
                    <ActionIcon
                      variant="subtle"
                      color="gray"
                      aria-label={t('sensors.make-of', { name: fieldLabel(t, name) })}
                      onClick={() => onAdd(name)}
                    >
                      <IconPlus size={16} aria-hidden />
                    </ActionIcon>
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Paper>
  );
}
