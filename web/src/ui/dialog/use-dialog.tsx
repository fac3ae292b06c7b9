import { type ReactNode, type RefObject, useEffect, useState } from 'react';
import { holdWork, letGo } from '../../api/unsaved.ts';
import { LeaveGuard } from './leave-guard.tsx';
import { useEntered } from './use-entered.ts';
import { useEscape } from './use-escape.ts';
import type { DialogAround } from './use-unsaved.ts';

export interface DialogOptions {
  opened: boolean;
  onClose: () => void;
  /** False where nothing is lost with it: what its fields hold takes effect at once. */
  loses?: boolean | undefined;
  closeOnEscape?: boolean | undefined;
}

interface Dialog {
  ref: RefObject<HTMLDivElement | null>;
  /** By Escape, the cross, or a click beside it. */
  close: () => void;
  /** What its forms have of it. */
  around: DialogAround;
  /** The question whether to lose what was entered. */
  question: ReactNode;
}

/** What every dialog and drawer shares: it does not close over what was entered without asking. */
export function useDialog({ opened, onClose, loses = true, closeOnEscape = true }: DialogOptions): Dialog {
  // How the dialog will be left, while the question is open.
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
        if (going !== null) letGo(going);
      }}
    />
  );
  return { ref, close, around: { forms, leave }, question };
}
