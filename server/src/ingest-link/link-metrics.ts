import { Counter, Gauge, type Registry } from 'prom-client';

/** Of processes that share the devices, and of the links between gateways and them. */
export interface LinkMetrics {
  /** Links of this process that are open. */
  links(open: number): void;
  /** Counts connections that did not prove to come from a gateway of this installation. */
  refused(): void;
  /** Exports the number of messages that this gateway has not sent to their owners yet. */
  watch(waiting: () => number): void;
  /** Exports the number of partitions of this process. */
  watchPartitions(owned: () => number): void;
}

export function createLinkMetrics(registry: Registry): LinkMetrics {
  const registers = [registry];
  const links = new Gauge({
    name: 'milepost_ingest_links',
    help: 'Open connections between gateways and processes that store positions.',
    registers,
  });
  const refused = new Counter({
    name: 'milepost_ingest_links_refused_total',
    help: 'Connections to the port for gateways that did not prove to have the secret key.',
    registers,
  });
  let count: (() => number) | null = null;
  const waiting: Gauge = new Gauge({
    name: 'milepost_ingest_link_waiting',
    help: 'Messages that wait in a gateway without ingest to be sent to the process that stores them.',
    registers,
    collect: () => waiting.set(count?.() ?? 0),
  });
  let owned: (() => number) | null = null;
  const partitions: Gauge = new Gauge({
    name: 'milepost_ingest_partitions',
    help: 'Partitions, of 64, whose devices this process stores.',
    registers,
    collect: () => partitions.set(owned?.() ?? 0),
  });
  return {
    watchPartitions: (read) => (owned = read),
    links: (open) => links.set(open),
    refused: () => refused.inc(),
    watch: (read) => (count = read),
  };
}
