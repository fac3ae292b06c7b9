import type { Decoded, Decoder, Message } from '@milepost/protocols/types';
import type { Logger } from 'pino';
import type { Ingest } from '../ingest/ingest.ts';
import { normalIdentity } from '../store/devices/identity.ts';
import { answerLater } from './answer-later.ts';
import type { Admitted, DeviceAdmission, Visitor } from './device-admission.ts';
import type { DeviceDirectory, KnownDevice } from './device-directory.ts';
import { type Budgets, frameWeight } from './budgets.ts';
import type { GatewayMetrics } from './gateway-metrics.ts';
import { HeldFrames } from './held-frames.ts';
import type { KnockBook, KnockEntry } from './knock-book.ts';
import { type DeviceRates, frameCount } from './limits.ts';
import type { Refusals } from './refusals.ts';
import { ReplyOrder } from './reply-order.ts';

/** What a session needs of the gateway it belongs to. */
export interface SessionServices {
  ingest: Ingest;
  directory: DeviceDirectory;
  admission: DeviceAdmission;
  knocks: KnockBook;
  metrics: GatewayMetrics;
  logger: Logger;
  budgets: Budgets;
  refusals: Refusals;
}

interface SessionOptions extends SessionServices {
  protocol: string;
  transport: 'tcp' | 'udp';
  address: string;
  /** Of the address, under which budgets are counted. */
  network: string;
  decoder: Decoder;
  send: (bytes: Uint8Array) => void;
  /** Drops frames of a device that sends too many; null where the connection is read more slowly instead. */
  rates: DeviceRates | null;
  /** Called whenever it was looked up who speaks, with whether it is trusted. */
  onJudged: (trusted: boolean) => void;
}

/** A concealed identity is not looked up again for this long, just as a known one is not. */
const CONCEALED_FOR_MS = 60_000;

/**
 * One conversation with one device, over a TCP connection or with a UDP address: decodes its frames, finds out who it
 * is, hands its messages to ingest and answers. The acknowledgement that makes a device forget data leaves only after
 * the commit; a device nobody knows gets none, so it keeps its data until it is adopted.
 */
export class DeviceSession {
  faultsInRow = 0;
  #device: KnownDevice | null = null;
  #identities: string[] = [];
  #isTrusted = false;
  #concealedUntil = 0;
  /** Whether it reported a position since it named itself: until then nothing of an unknown device is held. */
  #placed = false;
  readonly #held: HeldFrames;
  readonly #entry: KnockEntry;
  readonly #replies: ReplyOrder;
  readonly #options: SessionOptions;
  readonly #visitor: Visitor;

  constructor(options: SessionOptions) {
    this.#options = options;
    const { address, network, transport } = options;
    const host = address.slice(0, address.lastIndexOf(':'));
    const [connection, carrier] = transport === 'tcp' ? [this, 'connection' as const] : [null, 'datagram' as const];
    this.#visitor = { address: host, network, connection, carrier };
    this.#replies = new ReplyOrder(options.send);
    this.#held = new HeldFrames(options.budgets.held.lease(options.network));
    this.#entry = options.knocks.open(options.protocol, options.transport, options.address);
  }

  /** Takes one frame. A promise only where the device has to be looked up: frames after it must wait for it. */
  take(frame: Uint8Array, receivedAt: number): Promise<void> | undefined {
    const { decoder, protocol, metrics, logger } = this.#options;
    if (this.#mustDrop(frame.length, receivedAt)) return undefined;
    const decoded = decoder.decode(frame);
    metrics.frame(protocol, decoded.fault === undefined);
    if (decoded.fault !== undefined) {
      this.faultsInRow++;
      if (logger.isLevelEnabled('debug')) {
        const bytes = Buffer.from(frame).toString('hex');
        logger.debug(
          { protocol, address: this.#options.address, fault: decoded.fault, frame: bytes },
          'Unreadable frame',
        );
      }
      this.#entry.frame(frame, decoded, receivedAt);
      return undefined;
    }
    this.faultsInRow = 0;
    if (decoded.identities.length > 0 && decoded.identities[0] !== this.#identities[0]) {
      this.#identities = decoded.identities;
      this.#device = null;
      this.#concealedUntil = 0;
      this.#placed = false;
      this.#held.take();
      this.#entry.identify(decoded.identities[0] ?? null);
    }
    this.#entry.frame(frame, decoded, receivedAt);
    const isJudged = this.#device !== null || this.#isConcealed(receivedAt);
    if (isJudged || this.#identities.length === 0) return this.#handle(decoded, frame.length, receivedAt);
    const remembered = this.#options.admission.remembered(this.#visitor, this.#identities);
    if (remembered === undefined) return this.#lookUpAndHandle(decoded, frame.length, receivedAt);
    this.#become(remembered);
    return this.#handle(decoded, frame.length, receivedAt);
  }

  /** What the device calls itself; empty before it said so. */
  get identities(): readonly string[] {
    return this.#identities;
  }

  /** Whether more of it waits to be stored than its share. Where somebody guesses that must not show. */
  get isCrowded(): boolean {
    return this.#isTrusted && this.#device !== null && this.#options.ingest.crowded(this.#device.deviceId);
  }

  /** Null while nobody knows who it is. */
  get deviceId(): number | null {
    return this.#device?.deviceId ?? null;
  }

  /** Whose frames count together: the device's, or those in a name that is answered like one. */
  rateKey(at: number): number | string | null {
    if (this.#device) return this.#device.deviceId;
    return this.#isConcealed(at) ? normalIdentity(this.#identities[0] ?? '') : null;
  }

  /**
   * Whether it is a known device that connected while nobody guessed in its network. Only then is it treated better than
   * a stranger: otherwise a guesser would see a hit.
   */
  get isTrusted(): boolean {
    return this.#isTrusted;
  }

  /** Whether it reported a place. */
  get isPlaced(): boolean {
    return this.#placed;
  }

  /** Takes who this is from the directory again, after devices were changed: held frames of an adopted one are stored. */
  identifyAgain(): void {
    const remembered = this.#options.admission.remembered(this.#visitor, this.#identities, false);
    if (remembered !== undefined) this.#become(remembered);
  }

  close(): void {
    this.#held.close();
    this.#entry.close();
  }

  /** Whether to drop a frame undecoded: its device exceeds its rate and, over UDP, cannot be slowed down. */
  #mustDrop(frameBytes: number, receivedAt: number): boolean {
    const { rates, refusals, protocol } = this.#options;
    const key = this.rateKey(receivedAt);
    if (!rates || key === null) return false;
    if (rates.allow(key, receivedAt, frameCount(1, frameBytes)) && !this.isCrowded) return false;
    refusals.add(protocol, 'too-fast');
    return true;
  }

  async #lookUpAndHandle(decoded: Decoded, frameBytes: number, receivedAt: number): Promise<void> {
    const { admission, protocol } = this.#options;
    this.#become(await admission.lookUp(this.#visitor, this.#identities, protocol));
    this.#handle(decoded, frameBytes, receivedAt);
  }

  #isConcealed(at: number): boolean {
    return at < this.#concealedUntil;
  }

  /** An identity that may not be looked up now is treated as unknown; its next frame asks again. */
  #become(admitted: Admitted): void {
    const { admission, refusals, protocol, onJudged } = this.#options;
    const device = typeof admitted === 'string' ? null : admitted;
    if (typeof admitted === 'string') refusals.add(protocol, 'guessing');
    this.#concealedUntil = admitted === 'concealed' ? Date.now() + CONCEALED_FOR_MS : 0;
    const wasTrusted = this.#isTrusted && device !== null && device.deviceId === this.#device?.deviceId;
    this.#isTrusted = wasTrusted || (device !== null && !admission.isGuessedFrom(this.#visitor));
    this.#device = device;
    this.#entry.setDevice(device);
    onJudged(this.#isTrusted);
    if (!device) return;
    for (const held of this.#held.take()) this.#submit(held.messages, held.bytes, held.receivedAt, held.stored);
  }

  #handle(decoded: Decoded, frameBytes: number, receivedAt: number): undefined {
    let acknowledgement: Uint8Array | null = null;
    for (const reply of decoded.replies) {
      if (reply.when === 'now') this.#options.send(reply.bytes);
      else acknowledgement = acknowledgement ? Buffer.concat([acknowledgement, reply.bytes]) : reply.bytes;
    }
    const messages = decoded.messages.filter((message) => message.kind !== 'login');
    if (messages.length === 0 && !acknowledgement) return undefined;
    const bytes = frameWeight(frameBytes, messages.length);
    this.#placed ||= messages.some((message) => message.fix !== null);
    if (this.#device) this.#submit(messages, bytes, receivedAt, this.#replies.expect(acknowledgement));
    else if (this.#isConcealed(receivedAt)) this.#conceal(messages, bytes, receivedAt, acknowledgement);
    else this.#hold(messages, bytes, receivedAt, acknowledgement);
    return undefined;
  }

  /** Answers when the next batch is stored, as if this were in it. It is held: adopted within a while, it is stored. */
  #conceal(messages: Message[], bytes: number, receivedAt: number, acknowledgement: Uint8Array | null): void {
    this.#hold(messages, bytes, receivedAt, null);
    this.#options.ingest.follow(this.#later(this.#replies.expect(acknowledgement)));
  }

  /** Hides in the timing whether a report was stored, while somebody guesses identities. */
  #later(answer: () => void): () => void {
    return this.#isTrusted ? answer : answerLater(answer);
  }

  /** Takes no place in the order of replies: a held frame that is dropped must not delay the replies after it. */
  #hold(messages: Message[], bytes: number, receivedAt: number, acknowledgement: Uint8Array | null): void {
    if (!this.#placed) return;
    const stored = () => acknowledgement && this.#options.send(acknowledgement);
    if (this.#held.add({ messages, bytes, receivedAt, stored })) return;
    this.#options.refusals.add(this.#options.protocol, 'memory');
  }

  #submit(messages: Message[], bytes: number, receivedAt: number, onStored: () => void): void {
    if (!this.#device) return;
    this.#options.admission.heard(this.#device, this.#visitor, receivedAt);
    const { deviceId } = this.#device;
    this.#options.ingest.submit({ deviceId, messages, bytes, receivedAt, onStored: this.#later(onStored) });
  }
}
