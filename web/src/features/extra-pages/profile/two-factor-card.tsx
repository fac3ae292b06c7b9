import type { Profile } from '@milepost/contract/profile-operations';
import { Badge, Button, Group, Text } from '@mantine/core';
import { IconShieldCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Modal } from '../../../ui/dialog/modal.tsx';
import { call } from '../../../api/call.ts';
import { RecoveryCodes } from '../../../ui/second-factor/recovery-codes.tsx';
import { SecretForm } from '../../../ui/second-factor/secret-form.tsx';
import { Card } from './card.tsx';
import { PasswordDialog } from './password-dialog.tsx';

type Step = { name: 'none' | 'stop' | 'ask-codes' | 'start' } | { name: 'set-up'; secret: string; uri: string };

/** Two-factor sign-in: on, off, and new recovery codes. Each step requires the password. */
export function TwoFactorCard({ profile, onChanged }: { profile: Profile; onChanged: () => void }) {
  const { t } = useTranslation();
  const [step, setStep] = useState<Step>({ name: 'none' });
  const [codes, setCodes] = useState<string[] | null>(null);
  const label = (key: string) => t(`profile.two.${key}`);
  const modalProps = { closeOnClickOutside: false, closeButtonProps: { 'aria-label': t('form.close') } };
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
            {!profile.twoFactorRequired && (
              <Button variant="light" color="red" onClick={() => setStep({ name: 'stop' })}>
                {label('stop')}
              </Button>
            )}
          </Group>
        </>
      ) : (
        <Group>
          <Button variant="default" onClick={() => setStep({ name: 'start' })}>
            {label('start')}
          </Button>
        </Group>
      )}
      {profile.twoFactorRequired && (
        <Text size="sm" c="dimmed">
          {label('required')}
        </Text>
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
        <Modal opened onClose={end} title={label('start')} {...modalProps}>
          <SecretForm
            secret={step.secret}
            uri={step.uri}
            cancel={t('form.cancel')}
            onCancel={end}
            onDone={(made) => {
              setCodes(made);
              end();
              onChanged();
            }}
          />
        </Modal>
      )}
      {codes && (
        <Modal opened onClose={() => setCodes(null)} title={t('second-factor.codes')} {...modalProps}>
          <RecoveryCodes codes={codes} username={profile.username} onSaved={() => setCodes(null)} />
        </Modal>
      )}
    </Card>
  );
}
