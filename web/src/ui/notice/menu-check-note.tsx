import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorNote } from '../error-note/error-note.tsx';
import { hideToast, showToast } from '../toast/toast.ts';

/** One message at a time, for whichever entry of the menu. */
let shown: string | null = null;

function hide(): void {
  if (shown !== null) hideToast(shown);
  shown = null;
}

/** Shows why a click in the menu could not be checked, and offers a retry. */
export const showMenuCheckFailure = (error: unknown, onRetry: () => void) =>
  show((retry) => <ErrorNote error={error} onRetry={retry} />, onRetry);

/** Shows that the server did not reply with the role's permissions, and offers a retry. */
export const showRightsFailure = (error: unknown, onRetry: () => void) =>
  show((retry) => <RightsNote error={error} onRetry={retry} />, onRetry);

function RightsNote(props: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation();
  return <ErrorNote {...props} title={t('shell.rights-unchecked')} />;
}

function show(note: (retry: () => void) => ReactNode, onRetry: () => void): void {
  hide();
  const retry = () => {
    hide();
    onRetry();
  };
  shown = showToast({ autohide: false, color: 'red', text: note(retry) });
}
