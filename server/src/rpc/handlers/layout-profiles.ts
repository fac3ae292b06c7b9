import { MAX_LAYOUT_FIELDS } from '@milepost/contract/layout-profile-operations';
import { fieldsOf, isFor, readByProfile } from '@milepost/protocols/its/profile';
import { AppError } from '../../errors.ts';
import { describe } from '../../gateway/describe-frame.ts';
import { deleteLayoutProfile, listLayoutProfiles, saveLayoutProfile } from '../../store/devices/layout-profiles.ts';
import { normalIdentity } from '../../store/devices/identity.ts';
import { privateIdentitiesFor } from '../look-up-contacts.ts';
import type { CallContext, Handlers } from '../handler.ts';

/**
 * Root only: a frame is read before the owner of its device is known, and devices of all organisations use the same
 * port, so a profile of one organisation would decide how devices of others are read.
 */
function requireRoot({ caller }: CallContext): void {
  if (!caller.scope.root) throw new AppError('denied', 'layout-root-only');
}

/** AIS-140 frames in layouts of makers, and how they are read. */
export const layoutProfileHandlers = {
  'get-layout-profile-list': async (_input, { services, caller }) => {
    if (!caller.scope.root) return { profiles: [], mine: false };
    const stored = await listLayoutProfiles(services.database);
    const readBy = await services.gateways.layoutFrames(stored.map(({ id }) => id));
    const senders = new Map(
      stored.map((one) => {
        const last = readBy.get(one.id)?.last;
        const read = last && readByProfile(one, fieldsOf(last.text, one.separator), new Date());
        return [one.id, read?.decoded.identities ?? []];
      }),
    );
    const hidden = await privateIdentitiesFor(services.database, caller, [...senders.values()].flat());
    const profiles = stored.map((one) => {
      const { count: frames = 0, devices = 0, faults = 0, fault = null, last: held = null } = readBy.get(one.id) ?? {};
      const isHidden = senders.get(one.id)?.some((sender) => hidden.has(normalIdentity(sender))) === true;
      const last = isHidden ? null : held;
      const lastFrame = last && { text: last.text, at: new Date(last.at).toISOString() };
      return { ...one, changedAt: one.changedAt.toISOString(), frames, devices, faults, fault, last: lastFrame };
    });
    return { profiles, mine: true };
  },

  'get-layout-preview': async ({ frame, profile }, context) => {
    requireRoot(context);
    const found = fieldsOf(frame, profile.separator);
    const fields = found.texts(MAX_LAYOUT_FIELDS);
    const { decoded, faults } = readByProfile(profile, found, new Date());
    const [identity = null] = decoded.identities;
    return { fields, faults, identity, isFor: isFor(profile, found), decoded: describe(decoded) };
  },

  'save-layout-profile': async (input, context) => {
    requireRoot(context);
    const { services, actor } = context;
    const saved = await saveLayoutProfile(services.database, actor, input);
    services.bus.publish('layout-profiles-changed', {});
    return saved;
  },

  'delete-layout-profile': async ({ id }, context) => {
    requireRoot(context);
    const { services, actor } = context;
    await deleteLayoutProfile(services.database, actor, id);
    services.bus.publish('layout-profiles-changed', {});
    return {};
  },
} satisfies Pick<
  Handlers,
  'get-layout-profile-list' | 'get-layout-preview' | 'save-layout-profile' | 'delete-layout-profile'
>;
