import { fault } from '@milepost/contract/fault';
import type { Prober } from '@milepost/contract/gateway-guard-operations';
import type { ProbeRecord } from '../../gateway/probe-limit.ts';
import { IpNetworks, parseNetwork } from '../../ip-address.ts';
import { AppError } from '../../errors.ts';
import { blockNetwork, listBlockedNetworks, unblockNetwork } from '../../store/devices/blocked-networks.ts';
import type { CallContext, Handlers } from '../handler.ts';
import { refused as refusedInput } from '../input.ts';

const MAX_SHOWN = 50;
/** Larger networks would block everybody. */
const SHORTEST = { ipv4: 8, ipv6: 16 };
const iso = (time: number) => new Date(time).toISOString();

function toProber({ network, misses, refused, waiting, since, lastAt, limitedUntil }: ProbeRecord): Prober {
  const waits = limitedUntil > Date.now();
  return {
    // IPv6 networks are stored as their first four groups.
    network: network.includes(':') ? `${network}::/64` : network,
    misses,
    refused,
    waiting,
    since: iso(since),
    lastAt: iso(lastAt),
    limitedUntil: waits ? iso(limitedUntil) : null,
  };
}

/** Root only, since devices of all organisations use the same ports. */
function requireRoot({ caller }: CallContext): void {
  if (!caller.scope.root) throw new AppError('denied', 'block-root-only');
}

/** Networks that probe identities, and blocked networks. */
export const gatewayGuardHandlers = {
  'get-guesser-list': async (_input, { services, caller }) => {
    if (!caller.scope.root) return { guessers: [], guessersTotal: 0, blocked: [] };
    const found = (await services.gateways.probers()).filter(({ misses }) => misses > 0);
    const probers = found.slice(0, MAX_SHOWN).map(toProber);
    return { guessers: probers, guessersTotal: found.length, blocked: await listBlockedNetworks(services.database) };
  },

  'block-network': async (input, context) => {
    requireRoot(context);
    const { services, actor, client } = context;
    const { network } = input;
    const parsed = parseNetwork(network);
    if (!parsed) throw refusedInput({ network: 'enter-network' });
    if (parsed.bits < SHORTEST[parsed.family]) throw refusedInput({ network: 'network-large' });
    if (new IpNetworks([network]).has(client.address)) {
      throw refusedInput({ network: fault('network-own', { address: client.address }) });
    }
    const id = await blockNetwork(services.database, actor, input);
    services.bus.publish('blocked-networks-changed', {});
    return { id };
  },

  'unblock-network': async ({ id }, context) => {
    requireRoot(context);
    const { services, actor } = context;
    await unblockNetwork(services.database, actor, id);
    services.bus.publish('blocked-networks-changed', {});
    return {};
  },
} satisfies Pick<Handlers, 'get-guesser-list' | 'block-network' | 'unblock-network'>;
