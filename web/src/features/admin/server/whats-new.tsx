import { Badge, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { releases } from 'virtual:changelog';
import { formatDate } from '../../../text/format.ts';
import { Drawer } from '../../../ui/dialog/drawer.tsx';
import classes from './whats-new.module.css';

/** What changed in the newest releases, from the changelog of this build. */
export default function WhatsNew({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t, i18n } = useTranslation();
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="right"
      size={680}
      title={t('news.title')}
      closeButtonProps={{ 'aria-label': t('form.close') }}
      styles={{ title: { fontWeight: 650, fontSize: 17 } }}
    >
      {i18n.language !== 'en' && (
        <Text size="sm" c="dimmed" mb="md">
          {t('news.english')}
        </Text>
      )}
      <Stack gap="xl">
        {releases.map(({ version, date, parts }) => (
          <section key={version}>
            <Title order={2} size="lg">
              {version === null ? t('news.unreleased') : <bdi>{version}</bdi>}{' '}
              {date !== null && (
                <Badge variant="light" color="gray" tt="none">
                  {formatDate(date)}
                </Badge>
              )}
            </Title>
            <div lang="en" dir="ltr" className={classes['text']}>
              {parts.map(({ title, entries }) => (
                <section key={title}>
                  <h3>{title}</h3>
                  <ul>
                    {entries.map((pieces, at) => (
                      <li key={at}>
                        {pieces.map(([style, text], index) => {
                          if (style === 'b') return <b key={index}>{text}</b>;
                          return style === 'c' ? <code key={index}>{text}</code> : text;
                        })}
                      </li>
                    ))}
                  </ul>
                </section>
              ))}
            </div>
          </section>
        ))}
      </Stack>
    </Drawer>
  );
}
