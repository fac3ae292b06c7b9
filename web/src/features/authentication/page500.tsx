import { Button, Code, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { NotePage } from './note-page.tsx';

/** The server failed; `?reference=` is the reference to quote to the operator. */
export function Page500() {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const reference = params.get('reference');
  return (
    <NotePage title={t('authentication.fault.title')} text={t('authentication.fault.text')}>
      {reference !== null && <Code>{t('authentication.reference', { reference: reference.slice(0, 60) })}</Code>}
      <Group mt="sm">
        <Button variant="default" onClick={() => history.back()}>
          {t('authentication.fault.again')}
        </Button>
        <Button component={Link} to="/">
          {t('authentication.not-found.home')}
        </Button>
      </Group>
    </NotePage>
  );
}
