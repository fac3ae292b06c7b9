/** OwnTracks in its HTTP mode, and JSON described by the user. Source: owntracks.org/booklet/tech/http. */
import { checkIdentity } from '../tools/phone-values.ts';
import { answered, parametersOf } from '../tools/read-request.ts';
import type { DescribedJson, HttpDecoded, HttpFrame, HttpProtocol } from '../types.ts';
import { commandPayload, isMessage } from './commands.ts';
import { readPayload, UnknownForm } from './payload.ts';

const MAX_FRAME_BYTES = 65_536;

/** The app sends user and device in headers; some devices can only put them into the address. */
function senderIdentity(request: HttpFrame): string | null {
  const header = (wanted: string) =>
    Object.entries(request.headers).find(([name]) => name.toLowerCase() === wanted)?.[1] ?? null;
  const query = parametersOf(request);
  const user = header('x-limit-u') ?? query.get('u');
  const device = header('x-limit-d') ?? query.get('d');
  return user !== null && device !== null ? `owntracks/${user}/${device}` : null;
}

/** The path without its first slash stands for the topic of JSON in another form. */
function topicOf({ url }: HttpFrame): string {
  const question = url.indexOf('?');
  return url.slice(1, question < 0 ? undefined : question) || '/';
}

function read(request: HttpFrame, described?: DescribedJson): Omit<HttpDecoded, 'reply'> {
  const reported = described?.read(topicOf(request), request.body);
  if (reported) return { identities: [reported.identity], messages: reported.messages };
  const sender = senderIdentity(request);
  // An app deletes a retained message by sending an empty one, over HTTP too; if rejected, it would repeat it forever.
  if (request.body.trim() === '' && sender !== null)
    return { identities: [checkIdentity('the sender', sender)], messages: [] };
  try {
    const { topic, trackerId, messages, unknownType } = readPayload(request.body);
    const name = topic ?? sender ?? trackerId;
    if (unknownType !== undefined)
      return { identities: name === null ? [] : [checkIdentity('the topic', name)], messages, unknownType };
    const decoded = { identities: [checkIdentity('the topic', name)], messages };
    // The answer to a HEAD request has no body: a command would be lost in it.
    return request.method === 'HEAD' ? decoded : { ...decoded, acceptsCommands: true };
  } catch (error) {
    if (error instanceof UnknownForm) described?.unknown(topicOf(request), request.body);
    throw error;
  }
}

export const owntracks: HttpProtocol = {
  kind: 'http',
  name: 'owntracks',
  title: 'OwnTracks',
  defaultPort: 5144,
  maxFrameBytes: MAX_FRAME_BYTES,
  setup: ({ host, port }) => [
    { step: 'owntracks-mode', value: 'HTTP' },
    { step: 'owntracks-url', value: `http://${host}:${port}/` },
  ],
  commands: ['locate', 'text'],
  // The answer contains the messages for the app: none.
  decode: (request, _receivedAt, described) => answered(() => read(request, described), '[]'),
  replyWith(command) {
    const payload = commandPayload(command);
    return payload !== null && isMessage(payload) ? { status: 200, body: `[${payload}]` } : null;
  },
};
