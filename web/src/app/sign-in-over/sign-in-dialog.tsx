import { Anchor, Button, Stack, Text } from '@mantine/core';
import { useLayoutEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { isOfOther } from '../../api/page-guard.ts';
import { queryClient } from '../../api/query-client.ts';
import { leaveForSignIn } from '../../api/session-end.ts';
import { promptOwner, leaveFor, noteSignIn, type SignInOver } from '../../api/sign-in-over.ts';
import { readUser } from '../../api/storage.ts';
import { SigninSteps, useSteps } from '../../features/authentication/authentication-segment.tsx';
import { Modal } from '../../ui/dialog/modal.tsx';
import classes from './sign-in-dialog.module.css';

/** Above every dialog of the application, below the question whether to leave. */
const OVER_DIALOGS = 800;
/** Nobody must read the page before its owner has signed in. */
const OVERLAY = { backgroundOpacity: 0.75, blur: 14 };

export default function SignInDialog({ state }: { state: NonNullable<SignInOver> }) {
  const { t } = useTranslation();
  const user = readUser();
  const isOther = state.name === 'other' || (user !== null && isOfOther(user));
  useLayoutEffect(() => {
    if (!isOther) return undefined;
    // Blurring does not suffice if another person is signed in: everything except this dialog is hidden until the owner
    // is back.
    const ofOther = classes['ofOther'] ?? '';
    document.body.classList.add(ofOther);
    queryClient.removeQueries({ type: 'inactive' });
    return () => document.body.classList.remove(ofOther);
  }, [isOther]);
  const title =
    state.name === 'sign-in'
      ? t('sign-in-over.title')
      : t('sign-in-over.other-title', { owner: state.owner.DISPLAY_NAME });
  return (
    <Modal
      opened
      onClose={() => {}}
      loses={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      withCloseButton={false}
      centered
      title={title}
      zIndex={OVER_DIALOGS}
      overlayProps={OVERLAY}
      styles={{ title: { fontWeight: 650, fontSize: 17 } }}
      classNames={{ root: classes['dialog'] ?? '' }}
    >
      {state.name === 'sign-in' ? (
        <OwnerSignIn username={state.owner?.USERNAME ?? ''} />
      ) : (
        <OtherUserNotice {...state} />
      )}
    </Modal>
  );
}

function OwnerSignIn({ username }: { username: string }) {
  const { t } = useTranslation();
  const steps = useSteps();
  return (
    <Stack gap="md">
      <Text c="dimmed">{t('sign-in-over.text')}</Text>
      <SigninSteps {...steps} over={username} onEnter={() => Promise.resolve(noteSignIn())} />
      <Anchor component="button" type="button" size="sm" c="red" onClick={leaveForSignIn}>
        {t('sign-in-over.leave')}
      </Anchor>
    </Stack>
  );
}

function OtherUserNotice({ owner, now }: Extract<SignInOver, { name: 'other' }>) {
  const { t } = useTranslation();
  const names = { owner: owner.DISPLAY_NAME, now: now.DISPLAY_NAME };
  return (
    <Stack gap="md">
      <Text>{t('sign-in-over.other-text', names)}</Text>
      <Button onClick={promptOwner} data-autofocus>
        {t('sign-in-over.as-owner', names)}
      </Button>
      <Button variant="default" c="red" onClick={() => leaveFor('/')}>
        {t('sign-in-over.as-now', names)}
      </Button>
    </Stack>
  );
}
