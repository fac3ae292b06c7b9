import { newToken, tokenHash } from '../../auth/tokens.ts';
import { vehicleStatus } from '../../live/vehicle-status.ts';
import {
  createShare,
  findShare,
  listShares,
  isPrivateState,
  revokeShare,
  sharedPosition,
} from '../../store/shares/shares.ts';
import { findByLink } from '../find-by-link.ts';
import type { Handlers, OpenHandlers } from '../handler.ts';
import { requireLinkBase } from '../mail-settings.ts';

export const openShareHandlers = {
  'get-shared-vehicle': async ({ token }, context) => {
    const { config } = context.services;
    const share = await findByLink(context, 'share', token, findShare);
    if (share === null) return { vehicle: null, ended: 'unknown' };
    const { registration, timeZone, expiresAt, ended, state, stopSince } = share;
    if (ended !== null) return { vehicle: null, ended };
    const now = Date.now();
    const { status, since } = vehicleStatus(state, now, stopSince);
    const vehicle = {
      registration,
      status,
      since: since === null ? null : new Date(since).toISOString(),
      position: sharedPosition(state),
      ...(state && isPrivateState(state) && { isPrivate: true as const }),
      expiresAt: expiresAt.toISOString(),
      timeZone,
      at: new Date(now).toISOString(),
      mapStyleLight: config.mapStyleLight,
      mapStyleDark: config.mapStyleDark,
    };
    return { vehicle, ended: null };
  },
} satisfies Pick<OpenHandlers, 'get-shared-vehicle'>;

export const shareHandlers = {
  'create-share': async ({ vehicleId, hours, note }, context) => {
    const { services, caller, actor } = context;
    requireLinkBase(context);
    const token = newToken();
    const made = { vehicleId, hours, note, tokenHash: tokenHash(token) };
    const share = await createShare(services.database, caller.scope, actor, made);
    return { share, token };
  },

  'get-share-list': ({ vehicleId }, { services, caller }) =>
    listShares(services.database, caller.scope, vehicleId ?? null),

  'revoke-share': async ({ id }, { services, caller, actor }) => {
    await revokeShare(services.database, caller.scope, actor, id);
    return {};
  },
} satisfies Pick<Handlers, 'create-share' | 'get-share-list' | 'revoke-share'>;
