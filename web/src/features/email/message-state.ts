import { MESSAGE_BOXES, type MessageBox } from '@milepost/contract/message-boxes';

const idOf = (text: string | null): number | undefined =>
  text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;

export interface MessageState {
  box: MessageBox;
  /** The message being written: a new one, a reply, or a draft; null for none. */
  writing: { kind: 'new' } | { kind: 'reply' | 'draft'; id: number } | null;
}

/** Reads the address; the default is the inbox. */
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

/** The parameters of the address for the open message or form. */
export const OPEN_NAMES = ['open', 'write', 'reply', 'draft'] as const;
