import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { NotePage } from './note-page.tsx';

/** The page does not exist, or this role may not see it. */
export function Page404() {
  const { t } = useTranslation();
  return (
    <NotePage title={t('authentication.not-found.title')} text={t('authentication.not-found.text')}>
      <Button component={Link} to="/" mt="sm">
        {t('authentication.not-found.home')}
      </Button>
    </NotePage>
  );
}
