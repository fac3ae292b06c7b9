import { z } from 'zod';
import { Empty, Instant } from './common.ts';
import { operation } from './operation.ts';

/** Why a map file cannot be used. */
export const MAP_FILE_FAULTS = [
  'missing',
  'unreadable',
  'not-pmtiles',
  'old-version',
  'truncated',
  'damaged',
  'pictures',
  'other-tiles',
  'other-layout',
] as const;

/** A problem that the operator of the server should fix. */
export const ServerNotice = z.discriminatedUnion('kind', [
  /**
   * Problems with the proxy in front: it is not trusted, so everybody behind it counts as one address; it changes
   * `Host`; it refuses the live connection; it does not forward the client address, or the use of https.
   */
  z.object({
    kind: z.enum(['untrusted-proxy', 'proxy-host', 'proxy-upgrade', 'proxy-client', 'proxy-scheme']),
    address: z.string(),
    lastAt: Instant,
  }),
  /** Most devices report a time that is more than two minutes ahead of the server's. */
  z.object({
    kind: z.literal('late-clock'),
    lateS: z.number().int(),
    devices: z.number().int(),
    heard: z.number().int(),
  }),
  /** MAP_FILE cannot be used; `found` describes its actual content, if that helps. */
  z.object({ kind: z.literal('map-file'), fault: z.enum(MAP_FILE_FAULTS), found: z.string() }),
  /** Streets can be found by name when the index is complete. */
  z.object({ kind: z.literal('map-index'), percent: z.number().int().min(0).max(100) }),
  z.object({ kind: z.literal('map-index-fault'), reason: z.string() }),
  z.object({
    kind: z.literal('disk'),
    state: z.enum(['nearly full', 'full']),
    freeBytes: z.number().min(0),
    /** Hours until the disk is full at the recent rate; null if unknown. */
    hoursLeft: z.number().min(0).nullable(),
  }),
]);
export type ServerNotice = z.infer<typeof ServerNotice>;

export const serverOperations = {
  'get-server-notices': operation({
    summary: 'Returns notices about the server to the root organisation, which operates it; empty for every other one.',
    access: { menu: 'organisations', action: 'view' },
    limited: 'denied',
    bounds: { 'rows[]': 'kinds that the code knows' },
    input: Empty,
    output: z.object({ rows: z.array(ServerNotice) }),
  }),
};
