import { Anchor, Paper, Stack, Table, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Mark } from '../../../ui/mark.tsx';
import classes from '../profile/profile.module.css';

/** The product, its version, and the software it is built on. */
export default function AboutPage() {
  const { t } = useTranslation();
  return (
    <div className={classes['page']}>
      <title>{`${t('about.title')} · ${t('app.name')}`}</title>
      <Title order={1} size={20}>
        {t('about.title')}
      </Title>
      <Paper withBorder radius="lg" p="lg" component="section">
        <Stack gap="xs">
          <Mark size={40} />
          <Text fw={650} size="lg">
            {t('about.version', { version: MILEPOST_VERSION })}
          </Text>
          <Text>{t('about.text')}</Text>
          <Text c="dimmed" size="sm">
            {t('about.licence')}
          </Text>
          <Text c="dimmed" size="sm">
            {t('about.map')}{' '}
            <Anchor
              href="https://www.openstreetmap.org/copyright"
              target="_blank"
              rel="noopener"
              inherit
              underline="always"
            >
              OpenStreetMap
            </Anchor>
          </Text>
          <Text c="dimmed" size="sm">
            {t('about.towns')}{' '}
            <Anchor href="https://www.geonames.org/" target="_blank" rel="noopener" inherit underline="always">
              GeoNames
            </Anchor>{' '}
            (CC BY 4.0)
          </Text>
        </Stack>
      </Paper>
      <Paper withBorder radius="lg" component="section">
        <Title order={2} size={16} p="lg" pb="xs">
          {t('about.libraries')}
        </Title>
        <Table aria-label={t('about.libraries')}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('about.library')}</Table.Th>
              <Table.Th>{t('about.licence-of')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {MILEPOST_LIBRARIES.map(([name, licence]) => (
              <Table.Tr key={name}>
                <Table.Td>{name}</Table.Td>
                <Table.Td>{licence}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Paper>
    </div>
  );
}
