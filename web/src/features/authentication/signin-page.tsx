import { Title, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Mark } from '../../ui/mark.tsx';
import { SigninForm } from './signin-form.tsx';
import classes from './signin.module.css';
import { StreetPicture } from './street-picture.tsx';

export function SigninPage() {
  const { t } = useTranslation();
  return (
    <main className={classes.page}>
      <title>{`${t('authentication.title')} · ${t('app.name')}`}</title>
      <section className={classes.side}>
        <div className={classes.brand}>
          <Mark size={26} />
          {t('app.name')}
        </div>
        <div className={classes.form}>
          <Title order={1} size={26} mb={4}>
            {t('authentication.title')}
          </Title>
          <Text c="dimmed" mb="lg">
            {t('authentication.welcome')}
          </Text>
          <SigninForm />
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
