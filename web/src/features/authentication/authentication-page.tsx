import { Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Mark } from '../../ui/mark.tsx';
import classes from './signin.module.css';
import { StreetPicture } from './street-picture.tsx';

/** A form beside the picture. */
export function AuthenticationPage({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <main className={classes.page}>
      <title>{`${title} · ${t('app.name')}`}</title>
      <section className={classes.side}>
        <div className={classes.brand}>
          <Mark size={26} />
          {t('app.name')}
        </div>
        <div className={classes.form}>
          <Title order={1} size={26} mb={4}>
            {title}
          </Title>
          <Text c="dimmed" mb="lg">
            {text}
          </Text>
          {children}
        </div>
      </section>
      <section className={classes.picture} aria-hidden>
        <StreetPicture />
        <div className={classes.words}>
          <p>{t('authentication.headline')}</p>
          <small>{t('authentication.subline')}</small>
        </div>
      </section>
    </main>
  );
}
