import type { Profile } from '@milepost/contract/profile-routes';
import { Badge, Button, Group, Text } from '@mantine/core';
import { IconShieldCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { Card } from './card.tsx';
import { PasswordDialog } from './password-dialog.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { SetUpDialog } from './set-up-dialog.tsx';

type Step = { name: 'none' | 'stop' | 'ask-codes' | 'start' } | { name: 'set-up'; secret: string; uri: string };

/** Two-factor sign-in: on, off, and new recovery codes. Each step asks for the password. */
export function TwoFactorCard({ profile, onChanged }: { profile: Profile; onChanged: () => void }) {
  const { t } = useTranslation();
  const [step, setStep] = useState<Step>({ name: 'none' });
  const [codes, setCodes] = useState<string[] | null>(null);
  const label = (key: string) => t(`profile.two.${key}`);
  const end = () => setStep({ name: 'none' });
  return (
    <Card title={label('title')} text={label('text')}>
      {profile.twoFactor ? (
        <>
          <Group gap="xs">
            <Badge color="green" variant="light" tt="none" leftSection={<IconShieldCheck size={14} aria-hidden />}>
              {label('on')}
            </Badge>
            <Text size="sm" c="dimmed">
              {t('profile.two.left', { count: profile.recoveryCodesLeft, number: profile.recoveryCodesLeft })}
            </Text>
          </Group>
          <Group gap="xs">
            <Button variant="default" onClick={() => setStep({ name: 'ask-codes' })}>
              {label('new-codes')}
            </Button>
            <Button variant="light" color="red" onClick={() => setStep({ name: 'stop' })}>
              {label('stop')}
            </Button>
          </Group>
        </>
      ) : (
        <Group>
          <Button variant="default" onClick={() => setStep({ name: 'start' })}>
            {label('start')}
          </Button>
        </Group>
      )}
      <PasswordDialog
        opened={step.name === 'start'}
        title={label('start')}
        confirm={label('continue')}
        onClose={end}
        run={async (password) => {
          const { secret, uri } = await call('start-two-factor', { password });
          setStep({ name: 'set-up', secret, uri });
        }}
      />
      <PasswordDialog
        opened={step.name === 'stop'}
        title={label('stop')}
        confirm={label('stop')}
        danger
        onClose={end}
        run={async (password) => {
          await call('stop-two-factor', { password });
          end();
          onChanged();
        }}
      />
      <PasswordDialog
        opened={step.name === 'ask-codes'}
        title={label('new-codes')}
        confirm={label('new-codes')}
        onClose={end}
        run={async (password) => {
          setCodes((await call('new-recovery-codes', { password })).recoveryCodes);
          end();
          onChanged();
        }}
      />
      {step.name === 'set-up' && (
        <SetUpDialog
          secret={step.secret}
          uri={step.uri}
          onClose={end}
          onDone={(made) => {
            setCodes(made);
            end();
            onChanged();
          }}
        />
      )}
      {codes && <RecoveryCodes codes={codes} username={profile.username} onClose={() => setCodes(null)} />}
    </Card>
  );
}
