import { Alert, Button, Group, Skeleton, Title } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/use-call.ts';
import { errorText } from '../../../ui/error-text.ts';
import { OwnSessions } from './own-sessions.tsx';
import { PasswordCard } from './password-card.tsx';
import { ProfileForm } from './profile-form.tsx';
import classes from './profile.module.css';
import { TwoFactorCard } from './two-factor-card.tsx';

/** The signed-in person's own account. */
export function ProfilePage() {
  const { t } = useTranslation();
  const [saves, setSaves] = useState(0);
  // Not fetched again under the typing.
  const { data, error, refetch } = useCall('get-profile', {}, { gcTime: 0, refetchOnWindowFocus: false });
  return (
    <div className={classes['page']}>
      <title>{`${t('profile.title')} · ${t('app.name')}`}</title>
      <Title order={1} size={20}>
        {t('profile.title')}
      </Title>
      {error && (
        <Alert color="red">
          <Group justify="space-between">
            {errorText(t, error)}
            <Button size="xs" variant="default" onClick={() => void refetch()}>
              {t('table.retry')}
            </Button>
          </Group>
        </Alert>
      )}
      {data === undefined ? (
        !error && <Skeleton height={420} radius="lg" />
      ) : (
        <div className={classes['columns']}>
          <ProfileForm
            key={saves}
            profile={data.profile}
            onSaved={() => {
              void refetch();
              setSaves(saves + 1);
            }}
          />
          <div className={classes['stack']}>
            <PasswordCard />
            <TwoFactorCard profile={data.profile} onChanged={() => void refetch()} />
            <OwnSessions />
          </div>
        </div>
      )}
    </div>
  );
}
