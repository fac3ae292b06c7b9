import { Skeleton, Title } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../api/use-call.ts';
import { ErrorNote } from '../../../ui/error-note/error-note.tsx';
import { PushBrowsers } from '../../../ui/push/push-browsers.tsx';
import { Card } from './card.tsx';
import { OwnSessions } from './own-sessions.tsx';
import { PasswordCard } from './password-card.tsx';
import { ProfileForm } from './profile-form.tsx';
import classes from './profile.module.css';
import { TwoFactorCard } from './two-factor-card.tsx';

/** The signed-in person's own account. */
export default function ProfilePage() {
  const { t } = useTranslation();
  const [saves, setSaves] = useState(0);
  // Not reloaded while somebody types.
  const { data, error, refetch } = useCall('get-profile', {}, { gcTime: 0, refetchOnWindowFocus: false });
  return (
    <div className={classes['page']}>
      <title>{`${t('profile.title')} · ${t('app.name')}`}</title>
      <Title order={1} size={20}>
        {t('profile.title')}
      </Title>
      {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
      {data === undefined ? (
        !error && <Skeleton height={420} radius="lg" />
      ) : (
        <div className={classes['columns']}>
          <ProfileForm key={saves} profile={data.profile} onSaved={() => setSaves(saves + 1)} />
          <div className={classes['stack']}>
            <PasswordCard />
            <TwoFactorCard profile={data.profile} onChanged={() => void refetch()} />
            <Card title={t('push.title')} text={t('push.text')}>
              <PushBrowsers />
            </Card>
            <OwnSessions />
          </div>
        </div>
      )}
    </div>
  );
}
