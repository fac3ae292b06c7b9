import type { Decoded, Decoder, Message } from '@milepost/protocols/types';
import type { Logger } from 'pino';
import type { Ingest } from '../ingest/ingest.ts';
import type { DeviceDirectory, KnownDevice } from './device-directory.ts';
import type { HeldBudget } from './held-budget.ts';
import type { GatewayMetrics } from './gateway-metrics.ts';
import type { KnockBook, KnockEntry } from './knock-book.ts';
import type { DeviceRates } from './limits.ts';
import { ReplyOrder } from './reply-order.ts';

/** What a session needs of the gateway it belongs to. */
export interface SessionServices {
  ingest: Ingest;
  directory: DeviceDirectory;
  knocks: KnockBook;
  metrics: GatewayMetrics;
  logger: Logger;
  held: HeldBudget;
}

interface SessionOptions extends SessionServices {
  protocol: string;
  transport: 'tcp' | 'udp';
  address: string;
  decoder: Decoder;
  send: (bytes: Uint8Array) => void;
  /** Drops frames of a device that sends too many; left out where the connection is read more slowly instead. */
  rates?: DeviceRates;
}

/** Frames of an unknown device that wait for someone to adopt it; older ones are dropped, the device sends them again. */
const MAX_HELD = 64;

/**
 * One conversation with one device, over a TCP connection or with a UDP address: decodes its frames, finds out who it
 * is, hands its messages to ingest and answers. The acknowledgement that makes a device forget data leaves only after
 * the commit; a device nobody knows gets none, so it keeps its data until it is adopted.
 */
export class DeviceSession {
  faultsInRow = 0;
  #device: KnownDevice | null = null;
  #identities: string[] = [];
  #held: { messages: Message[]; receivedAt: number; stored: () => void }[] = [];
  readonly #entry: KnockEntry;
  readonly #replies: ReplyOrder;
  readonly #options: SessionOptions;

  constructor(options: SessionOptions) {
    this.#options = options;
    this.#replies = new ReplyOrder(options.send);
    this.#entry = options.knocks.open(options.protocol, options.transport, options.address);
  }

  /** Takes one frame. A promise only where the device has to be looked up: frames after it must wait for it. */
  take(frame: Uint8Array, receivedAt: number): Promise<void> | undefined {
    const { decoder, protocol, metrics, logger } = this.#options;
    const decoded = decoder.decode(frame);
    metrics.frame(protocol, decoded.fault === undefined);
    if (decoded.fault !== undefined) {
      this.faultsInRow++;
      logger.debug(
        { protocol, address: this.#options.address, fault: decoded.fault, frame: Buffer.from(frame).toString('hex') },
        'Unreadable frame',
      );
      this.#entry.frame(frame, decoded, receivedAt);
      return undefined;
    }
    this.faultsInRow = 0;
    if (decoded.identities.length > 0 && decoded.identities[0] !== this.#identities[0]) {
      this.#identities = decoded.identities;
      this.#device = null;
      this.#dropHeld();
      this.#entry.identify(decoded.identities[0] ?? null);
    }
    this.#entry.frame(frame, decoded, receivedAt);
    if (this.#device || this.#identities.length === 0) return this.#handle(decoded, receivedAt);
    const remembered = this.#options.directory.remembered(this.#identities);
    if (remembered === undefined) return this.#lookUpAndHandle(decoded, receivedAt);
    this.#become(remembered);
    return this.#handle(decoded, receivedAt);
  }

  /** What the device calls itself; empty before it said so. */
  get identities(): readonly string[] {
    return this.#identities;
  }

  /** Takes who this is from the directory again, after devices were changed: held frames of an adopted one are stored. */
  identifyAgain(): void {
    const remembered = this.#options.directory.remembered(this.#identities);
    if (remembered === undefined) return;
    this.#become(remembered);
    if (!this.#device) return;
    const held = this.#held;
    this.#dropHeld();
    for (const { messages, receivedAt, stored } of held) this.#submit(messages, receivedAt, stored);
  }

  close(): void {
    this.#dropHeld();
    this.#entry.close();
  }

  async #lookUpAndHandle(decoded: Decoded, receivedAt: number): Promise<void> {
    this.#become(await this.#options.directory.lookUp(this.#identities, this.#options.protocol));
    this.#handle(decoded, receivedAt);
  }

  #become(device: KnownDevice | null): void {
    this.#device = device;
    this.#entry.setDevice(device);
  }

  #handle(decoded: Decoded, receivedAt: number): undefined {
    if (this.#device && this.#options.rates?.allow(this.#device.deviceId, receivedAt) === false) return undefined;
    let acknowledgement: Uint8Array | null = null;
    for (const reply of decoded.replies) {
      if (reply.when === 'now') this.#options.send(reply.bytes);
      else acknowledgement = acknowledgement ? Buffer.concat([acknowledgement, reply.bytes]) : reply.bytes;
    }
    const messages = decoded.messages.filter((message) => message.kind !== 'login');
    if (messages.length === 0 && !acknowledgement) return undefined;
    if (this.#device) {
      this.#submit(messages, receivedAt, this.#replies.expect(acknowledgement));
    } else {
      // No place in the order of replies yet: what is dropped from here must not hold up what comes after.
      const bytes = acknowledgement;
      if (!this.#options.held.take(messages.length)) return undefined;
      this.#held.push({ messages, receivedAt, stored: () => bytes && this.#options.send(bytes) });
      if (this.#held.length > MAX_HELD) this.#options.held.release(this.#held.shift()?.messages.length ?? 0);
    }
    return undefined;
  }

  #dropHeld(): void {
    for (const { messages } of this.#held) this.#options.held.release(messages.length);
    this.#held = [];
  }

  #submit(messages: Message[], receivedAt: number, onStored: () => void): void {
    if (!this.#device) return;
    this.#options.ingest.submit({ deviceId: this.#device.deviceId, messages, receivedAt, onStored });
  }
}
