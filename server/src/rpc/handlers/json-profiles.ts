import type { JsonMapping, JsonMessage } from '@milepost/contract/json-profile-operations';
import { fieldsOf, parseJson } from '@milepost/protocols/json-profile/json-text';
import { readJson } from '@milepost/protocols/json-profile/read-json';
import { isTopicFilter } from '@milepost/protocols/json-profile/topic-filter';
import { RequestFault } from '@milepost/protocols/tools/phone-values';
import { AppError } from '../../errors.ts';
import { describe } from '../../gateway/describe-frame.ts';
import { deleteJsonProfile, listJsonProfiles, saveJsonProfile } from '../../store/devices/json-profiles.ts';
import { normalIdentity } from '../../store/devices/identity.ts';
import type { CallContext, Handlers } from '../handler.ts';
import { refused } from '../input.ts';
import { privateIdentitiesFor } from '../look-up-contacts.ts';

/** Root only, since devices of all organisations use the same topics. */
function requireRoot({ caller }: CallContext): void {
  if (!caller.scope.root) throw new AppError('denied', 'json-root-only');
}

/** The result of `read`, or the fault about the message that it throws. */
function orFault<Result>(read: () => Result): { result: Result } | { fault: string } {
  try {
    return { result: read() };
  } catch (error) {
    if (error instanceof RequestFault) return { fault: error.message };
    throw error;
  }
}

/** The identity of the device that sent a message; null if it cannot be read. */
function senderOf(mapping: JsonMapping, message: JsonMessage | null): string | null {
  const read = message && orFault(() => readJson(mapping, message.topic, message.text, new Date()));
  return read && 'result' in read ? read.result.identity : null;
}

/** Messages of devices in a JSON format of their own, and how they are read. */
export const jsonProfileHandlers = {
  'get-json-profile-list': async (_input, { services, caller }) => {
    if (!caller.scope.root) return { profiles: [], mine: false, messages: [], broker: null };
    const { database, gateways } = services;
    const stored = await listJsonProfiles(database);
    const [{ unknown, readBy }, broker] = await Promise.all([
      gateways.jsonMessages(stored.map(({ id }) => id)),
      gateways.broker(),
    ]);
    const senders = new Map(stored.map(({ id, mapping }) => [id, senderOf(mapping, readBy.get(id)?.last ?? null)]));
    const hidden = await privateIdentitiesFor(
      database,
      caller,
      [...senders.values()].filter((sender) => sender !== null),
    );
    const profiles = stored.map((one) => {
      const { count: messages = 0, faults = 0, fault = null, last: held = null } = readBy.get(one.id) ?? {};
      const sender = senders.get(one.id) ?? null;
      const last = sender !== null && hidden.has(normalIdentity(sender)) ? null : held;
      return { ...one, changedAt: one.changedAt.toISOString(), messages, faults, fault, last };
    });
    return { profiles, mine: true, messages: unknown, broker };
  },

  'get-json-preview': async ({ topic, message: text, mapping }, context) => {
    requireRoot(context);
    const parsed = orFault(() => parseJson(text));
    if ('fault' in parsed) {
      return { fields: [], identity: null, decoded: describe({ identities: [], messages: [], fault: parsed.fault }) };
    }
    // The first message of a list represents all.
    const fields = fieldsOf(parsed.result[0]);
    if (mapping === null) return { fields, identity: null, decoded: null };
    const read = orFault(() => readJson(mapping, topic, text, new Date()));
    if ('fault' in read) {
      return { fields, identity: null, decoded: describe({ identities: [], messages: [], fault: read.fault }) };
    }
    const { identity, messages, fault } = read.result;
    const decoded = describe({ identities: [identity], messages, ...(fault !== null && { fault }) });
    return { fields, identity, decoded };
  },

  'save-json-profile': async (input, context) => {
    requireRoot(context);
    const { filter, mapping } = input;
    if (!isTopicFilter(filter)) throw refused({ filter: 'topic-filter' });
    const levels = filter.endsWith('#') ? Infinity : filter.split('/').length;
    if ('level' in mapping.identity && mapping.identity.level >= levels) {
      throw refused({ 'mapping.identity.level': 'no-level' });
    }
    const { services, actor } = context;
    const saved = await saveJsonProfile(services.database, actor, input);
    services.bus.publish('json-profiles-changed', {});
    return saved;
  },

  'delete-json-profile': async ({ id }, context) => {
    requireRoot(context);
    const { services, actor } = context;
    await deleteJsonProfile(services.database, actor, id);
    services.bus.publish('json-profiles-changed', {});
    return {};
  },
} satisfies Pick<Handlers, 'get-json-profile-list' | 'get-json-preview' | 'save-json-profile' | 'delete-json-profile'>;
