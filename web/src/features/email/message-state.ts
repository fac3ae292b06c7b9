import { MESSAGE_BOXES, type MessageBox } from '@milepost/contract/message-boxes';

const idOf = (text: string | null): number | undefined =>
  text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;

export interface MessageState {
  box: MessageBox;
  /** What is being written: a new message, a reply to one, or a draft; null: nothing. */
  writing: { kind: 'new' } | { kind: 'reply' | 'draft'; id: number } | null;
}

/** What the address says; what is not understood is the inbox. */
export function readState(params: URLSearchParams): MessageState {
  const [reply, draft] = [idOf(params.get('reply')), idOf(params.get('draft'))];
  return {
    box: MESSAGE_BOXES.find((box) => box === params.get('box')) ?? 'inbox',
    writing:
      reply !== undefined
        ? { kind: 'reply', id: reply }
        : draft !== undefined
          ? { kind: 'draft', id: draft }
          : params.get('write') === 'new'
            ? { kind: 'new' }
            : null,
  };
}

/** The names in the address that say what is open or written. */
export const OPEN_NAMES = ['open', 'write', 'reply', 'draft'] as const;
