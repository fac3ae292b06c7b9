import { z } from 'zod';
import { Empty, Instant } from './common.ts';
import { route } from './route.ts';

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

/** What whoever runs the server should mend. */
export const ServerNotice = z.discriminatedUnion('kind', [
  /**
   * What is wrong with the proxy in front: it is not believed, so that everybody behind it counts as one address; it changes
   * `Host`; it refuses the live connection; it does not say who calls, or that they use https.
   */
  z.object({
    kind: z.enum(['untrusted-proxy', 'proxy-host', 'proxy-upgrade', 'proxy-client', 'proxy-scheme']),
    address: z.string(),
    lastAt: Instant,
  }),
  /** Most devices tell a time that is later than ours by more than two minutes. */
  z.object({
    kind: z.literal('late-clock'),
    lateS: z.number().int(),
    devices: z.number().int(),
    heard: z.number().int(),
  }),
  /** MAP_FILE cannot be used; `found` is what it is, where that helps. */
  z.object({ kind: z.literal('map-file'), fault: z.enum(MAP_FILE_FAULTS), found: z.string() }),
  /** Streets are found by name once it is done. */
  z.object({ kind: z.literal('map-index'), percent: z.number().int().min(0).max(100) }),
  z.object({ kind: z.literal('map-index-fault'), reason: z.string() }),
  z.object({
    kind: z.literal('disk'),
    state: z.enum(['nearly full', 'full']),
    freeBytes: z.number().min(0),
    /** Hours until it is full if it fills as it did lately; null where that is not known. */
    hoursLeft: z.number().min(0).nullable(),
  }),
]);
export type ServerNotice = z.infer<typeof ServerNotice>;

export const serverRoutes = {
  /** For the root organisation, which runs the server; empty for every other. */
  'get-server-notices': route({
    access: { menu: 'organisations', action: 'view' },
    limited: 'denied',
    bounds: { 'rows[]': 'kinds that the code knows' },
    input: Empty,
    output: z.object({ rows: z.array(ServerNotice) }),
  }),
};
