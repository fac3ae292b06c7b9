import { type ReactNode, type RefObject, useEffect, useState } from 'react';
import { holdWork, leaveWithoutQuestion } from '../../api/unsaved.ts';
import { LeaveGuard } from './leave-guard.tsx';
import { useEntered } from './use-entered.ts';
import { useEscape } from './use-escape.ts';
import type { DialogAround } from './use-unsaved.ts';

export interface DialogOptions {
  opened: boolean;
  onClose: () => void;
  /** False if closing loses nothing, because its fields take effect immediately. */
  loses?: boolean | undefined;
  closeOnEscape?: boolean | undefined;
}

interface Dialog {
  ref: RefObject<HTMLDivElement | null>;
  /** Called by Escape, the close button, or a click outside. */
  close: () => void;
  /** The context for its forms. */
  around: DialogAround;
  /** The question whether to discard the unsaved input. */
  question: ReactNode;
}

/** The common part of every dialog and drawer: it does not close over unsaved input without asking. */
export function useDialog({ opened, onClose, loses = true, closeOnEscape = true }: DialogOptions): Dialog {
  // The action that will leave the dialog, while the question is open.
  const [going, setGoing] = useState<(() => void) | null>(null);
  const isConfirming = going !== null;
  const [forms] = useState(() => new Set<() => boolean>());
  const ref = useEscape(opened && closeOnEscape && !isConfirming, close);
  const entered = useEntered(ref, opened && loses);

  useEffect(() => {
    if (!opened || !loses) return undefined;
    return holdWork({ isUnsaved: entered.isEntered, isRecord: false, forget: entered.forget });
  }, [opened, loses, entered]);

  function leave(go: () => void) {
    if (loses && (entered.isEntered() || [...forms].some((isUnsaved) => isUnsaved()))) setGoing(() => go);
    else go();
  }
  function close() {
    leave(onClose);
  }

  const question = (
    <LeaveGuard
      opened={opened && isConfirming}
      onStay={() => setGoing(null)}
      onLeave={() => {
        setGoing(null);
        entered.forget();
        if (going !== null) leaveWithoutQuestion(going);
      }}
    />
  );
  return { ref, close, around: { forms, leave }, question };
}
