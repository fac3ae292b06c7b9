import { Readable } from 'node:stream';
import { newToken, tokenHash } from '../../auth/tokens.ts';
import { deliveryView } from '../../distribution/delivery-view.ts';
import { AppError } from '../../errors.ts';
import { storeFile } from '../../files/store-file.ts';
import { nameOf } from '../../places/load-places.ts';
import { readDeliveryFacts } from '../../store/run-links/delivery-facts.ts';
import { readDriverRun } from '../../store/run-links/driver-run.ts';
import { findRunLink, type FoundLink, SENT_LATER_MS } from '../../store/run-links/find-run-link.ts';
import { createRunLink, listRunLinks, revokeRunLink } from '../../store/run-links/run-links.ts';
import { readRunWords, readStopWords } from '../../store/run-links/run-words.ts';
import { storeEntry } from '../../store/run-links/store-entry.ts';
import { findPhoto, linkPhoto } from '../../store/run-links/word-photos.ts';
import { findByLink } from '../find-by-link.ts';
import type { Handlers, OpenContext, OpenHandlers } from '../handler.ts';
import { requireLinkBase } from '../mail-settings.ts';

/** The time for which a customer may follow a delivery after its end. */
const AFTER_MS = 2 * 3_600_000;

const findLink = (context: OpenContext, token: string, of: 'driver' | 'customer'): Promise<FoundLink | null> =>
  findByLink(context, 'run-link', token, (db, hash) => findRunLink(db, hash, of));

/**
 * The link of a driver's entry; entries made while it was valid may arrive later.
 * @throws AppError `denied` when the link has ended
 */
async function findEntryLink(context: OpenContext, token: string): Promise<FoundLink> {
  const link = await findLink(context, token, 'driver');
  const takes = link && link.ended !== 'revoked' && Date.now() < link.expiresAt.getTime() + SENT_LATER_MS;
  if (!takes) throw new AppError('denied', 'link-ended');
  return link;
}

export const openRunLinkHandlers = {
  'get-driver-run': async ({ token }, context) => {
    const link = await findLink(context, token, 'driver');
    if (link === null || link.ended !== null) return { run: null, ended: link?.ended ?? 'unknown' };
    const run = await readDriverRun(context.services.database, link.runId);
    return { run: { ...run, expiresAt: link.expiresAt.toISOString(), at: new Date().toISOString() }, ended: null };
  },

  'say-stop-word': async ({ token, ...sent }, context) => {
    const link = await findEntryLink(context, token);
    const enteredAt = await storeEntry(context.services.database, link, sent);
    const { runId, organisationId, vehicleId } = link;
    context.services.bus.publish('runs-changed', { runs: [{ runId, organisationId, vehicleId }] });
    return { saidAt: enteredAt.toISOString() };
  },

  'add-stop-photo': async ({ token, photo, ...of }, context) => {
    const { database, files } = context.services;
    const link = await findEntryLink(context, token);
    const { isThere, photos, outlet } = await findPhoto(database, link, of);
    if (isThere) return { photos };
    const bytes = Buffer.from(photo, 'base64');
    const sender = { organisationId: link.organisationId, userId: null };
    const fileId = await storeFile(database, files, sender, `${outlet} ${photos + 1}.jpg`, Readable.from([bytes]));
    return { photos: await linkPhoto(database, link, of, fileId) };
  },

  'get-delivery': async ({ token, language }, context) => {
    const { database, config, places } = context.services;
    const link = await findLink(context, token, 'customer');
    const found = link?.outletId ? await readDeliveryFacts(database, link.runId, link.outletId) : null;
    if (!link || !found) return { delivery: null, ended: 'unknown' };
    if (link.ended !== null) return { delivery: null, ended: link.ended };
    const now = Date.now();
    const view = deliveryView(found.facts, now);
    if (view.deliveredAt !== null && Date.parse(view.deliveredAt) + AFTER_MS <= now) {
      return { delivery: null, ended: 'expired' };
    }
    // Only from the cache: nobody without an account causes a request to the geocoder.
    const placeAt = places.for({ language, units: 'metric' }, 'never');
    const position = view.position && { ...view.position, address: await nameOf(database, placeAt, view.position) };
    const delivery = {
      ...found.details,
      ...view,
      position,
      expiresAt: link.expiresAt.toISOString(),
      at: new Date(now).toISOString(),
      mapStyleLight: config.mapStyleLight,
      mapStyleDark: config.mapStyleDark,
    };
    return { delivery, ended: null };
  },
} satisfies Partial<OpenHandlers>;

export const runLinkHandlers = {
  'create-run-link': async ({ runId, outletId }, context) => {
    const { services, caller, actor } = context;
    requireLinkBase(context);
    const token = newToken();
    const link = await createRunLink(services.database, caller.scope, actor, {
      runId,
      outletId,
      tokenHash: tokenHash(token),
    });
    return { link, token };
  },

  'get-run-link-list': ({ runId }, { services, caller }) => listRunLinks(services.database, caller.scope, runId),

  'revoke-run-link': async ({ id }, { services, caller, actor }) => {
    await revokeRunLink(services.database, caller.scope, actor, id);
    return {};
  },

  'get-run-words': async ({ runId }, { services, caller }) => ({
    stops: await readRunWords(services.database, caller.scope, runId),
  }),

  'get-stop-words': (input, { services, caller }) => readStopWords(services.database, caller.scope, input),
} satisfies Partial<Handlers>;
