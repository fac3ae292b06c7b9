import { Title } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RecoveryCodes } from '../../ui/second-factor/recovery-codes.tsx';
import { SecretForm } from '../../ui/second-factor/secret-form.tsx';

export interface SetUp {
  username: string;
  secret: string;
  uri: string;
}

interface Props {
  setUp: SetUp;
  onEnter: () => Promise<void>;
  onBack: () => void;
}

/** The second factor that the organisation requires, set up before anything else, and its recovery codes. */
export function SetUpForm({ setUp, onEnter, onBack }: Props) {
  const { t } = useTranslation();
  const [codes, setCodes] = useState<string[] | null>(null);
  if (codes === null)
    return <SecretForm {...setUp} cancel={t('authentication.back')} onCancel={onBack} onDone={setCodes} />;
  return (
    <>
      <Title order={2} size="h4" mb="md">
        {t('second-factor.codes')}
      </Title>
      <RecoveryCodes codes={codes} username={setUp.username} onSaved={() => void onEnter()} />
    </>
  );
}
