import type { Message } from '@milepost/contract/message-operations';
import type { StoredFile } from '@milepost/contract/file-operations';

export interface ComposeValues extends Record<string, unknown> {
  /** `all`, `below`, `drivers`, `role:<id>`, `group:<id>`, `person:<id>`, `driver:<id>`. */
  to: string[];
  subject: string;
  html: string;
  byMail: boolean;
  fileIds: number[];
}

/** The initial values of a form. */
export interface ComposeStart {
  values: ComposeValues;
  /** The names of the initial recipients. */
  names: ReadonlyMap<string, string>;
  files: readonly StoredFile[];
  /** The draft that it replaces. */
  draftId: number | undefined;
  replyToId: number | null;
}

const EMPTY_MESSAGE: ComposeValues = { to: [], subject: '', html: '', byMail: false, fileIds: [] };
const MAX_SUBJECT = 150;

export const newMessage: ComposeStart = {
  values: EMPTY_MESSAGE,
  names: new Map(),
  files: [],
  draftId: undefined,
  replyToId: null,
};

export function draftOf(message: Message, files: readonly StoredFile[]): ComposeStart {
  const { people, roles, groups, offline, drivers, everybody, below } = message.to;
  const all = [...(everybody ? [below ? 'below' : 'all'] : []), ...(drivers ? ['drivers'] : [])];
  const single = [
    ...roles.map(({ id, name }) => [`role:${id}`, name] as const),
    ...groups.map(({ id, name }) => [`group:${id}`, name] as const),
    ...people.map(({ id, name }) => [`person:${id}`, name] as const),
    ...offline.map(({ id, name }) => [`driver:${id}`, name] as const),
  ];
  return {
    values: {
      to: [...all, ...single.map(([value]) => value)],
      subject: message.subject,
      html: message.html,
      byMail: message.byMail,
      fileIds: files.map(({ id }) => id),
    },
    names: new Map(single),
    files,
    draftId: message.id,
    replyToId: message.replyToId,
  };
}

/** A reply to the sender, with the original message below. @param intro author and time, as text */
export function replyOf(message: Message, intro: string): ComposeStart {
  const { from } = message;
  const to = from ? [`person:${from.id}`] : [];
  const subject = /^re:/i.test(message.subject) ? message.subject : `Re: ${message.subject}`;
  const line = document.createElement('p');
  line.textContent = intro;
  return {
    ...newMessage,
    values: {
      ...EMPTY_MESSAGE,
      to,
      subject: subject.slice(0, MAX_SUBJECT),
      html: `<p></p>${line.outerHTML}<blockquote>${message.html}</blockquote>`,
    },
    names: new Map(from ? [[`person:${from.id}`, from.name]] : []),
    replyToId: message.id,
  };
}

const idsOf = (to: readonly string[], kind: string) =>
  to.flatMap((value) => (value.startsWith(`${kind}:`) ? [Number(value.slice(kind.length + 1))] : []));

export const inputOf = ({ to, ...values }: ComposeValues, { draftId, replyToId }: ComposeStart) => ({
  ...values,
  ...(draftId !== undefined && { id: draftId }),
  replyToId,
  peopleIds: idsOf(to, 'person'),
  roleIds: idsOf(to, 'role'),
  groupIds: idsOf(to, 'group'),
  driverIds: idsOf(to, 'driver'),
  drivers: to.includes('drivers'),
  everybody: to.includes('all') || to.includes('below'),
  below: to.includes('below'),
});
