import { ErrorNote } from '../error-note/error-note.tsx';
import { hideToast, showToast } from '../toast/toast.ts';

/** One message at a time, whichever entry of the menu it was. */
let shown: string | null = null;

function hide(): void {
  if (shown !== null) hideToast(shown);
  shown = null;
}

/** Says why a click in the menu could not be checked, and offers to try again. */
export function showMenuCheckFailure(error: unknown, onRetry: () => void): void {
  hide();
  shown = showToast({
    autohide: false,
    color: 'red',
    text: (
      <ErrorNote
        error={error}
        onRetry={() => {
          hide();
          onRetry();
        }}
      />
    ),
  });
}
