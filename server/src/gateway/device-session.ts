import type { Decoded, Decoder, Message } from '@milepost/protocols/types';
import type { Logger } from 'pino';
import type { SubmissionSink } from '../ingest/ingest.ts';
import { normalIdentity } from '../store/devices/identity.ts';
import type { CommandDispatcher, Listener } from './command-dispatcher.ts';
import type { DatagramReplyGuard } from './datagram-reply-guard.ts';
import type { Admitted, DeviceAdmission, ReportSender } from './device-admission.ts';
import type { DeviceDirectory, KnownDevice } from './device-directory.ts';
import { type Budgets, frameWeight } from './budgets.ts';
import type { GatewayMetrics } from './gateway-metrics.ts';
import { HeldFrames } from './held-frames.ts';
import type { JsonProfileRegistry } from './json-profile-registry.ts';
import type { ContactLog, ContactEntry } from './contact-log.ts';
import type { LayoutProfileRegistry } from './layout-profile-registry.ts';
import { type DeviceRates, frameCount } from './limits.ts';
import type { Recogniser } from './recogniser.ts';
import type { Refusals } from './refusals.ts';
import { hasSameIdentity, ownIdentities } from './own-identities.ts';
import { ReplyOrder } from './reply-order.ts';

/** The services of the gateway that a session uses. */
export interface SessionServices {
  ingest: SubmissionSink;
  directory: DeviceDirectory;
  admission: DeviceAdmission;
  contacts: ContactLog;
  metrics: GatewayMetrics;
  logger: Logger;
  budgets: Budgets;
  refusals: Refusals;
  recognise: Recogniser;
  commands: CommandDispatcher;
  json: JsonProfileRegistry;
  layouts: Pick<LayoutProfileRegistry, 'frames'>;
}

interface SessionOptions extends SessionServices {
  protocol: string;
  transport: 'tcp' | 'udp';
  address: string;
  /** The network of the address, the key of the budgets. */
  network: string;
  decoder: Decoder;
  send: (bytes: Uint8Array) => void;
  /** Decides whether a frame may be answered with these bytes; null when every frame may. */
  replyGuard: DatagramReplyGuard | null;
  /** Drops frames of a device that exceeds its rate; null when the connection is read more slowly instead. */
  rates: DeviceRates | null;
  /** Called after each look-up of the device, with whether it is trusted. */
  onJudged: (trusted: boolean) => void;
}

/** A deferred device, whoever it is, is not looked up again for this long unless the network becomes quiet before. */
const DEFERRED_FOR_MS = 60_000;
const ignore = (): void => undefined;
const isLogin = ({ kind }: Message): boolean => kind === 'login';

/**
 * One conversation with one device, over a TCP connection or with a UDP address: decodes its frames, identifies it,
 * passes its messages to ingest and sends replies. The acknowledgement that lets a device delete its data is sent only
 * after the commit. An unknown device gets none, so it keeps its data until it is adopted. While somebody probes in its
 * network, a device that connected since gets none either, although its data is stored: it resends the same data, which
 * is deduplicated.
 */
export class DeviceSession {
  faultsInRow = 0;
  /** True when any frame could be read. */
  hasRead = false;
  #device: KnownDevice | null = null;
  #identities: string[] = [];
  #isTrusted = false;
  /** The end of the deferral; null when it is not deferred. */
  #deferredUntil: number | null = null;
  /**
   * True when it has reported a position since it identified itself; before that, frames of an unknown device are not
   * held.
   */
  #placed = false;
  readonly #held: HeldFrames;
  readonly #entry: ContactEntry;
  readonly #replies: ReplyOrder;
  readonly #options: SessionOptions;
  readonly #visitor: ReportSender;
  /** Receives the commands for the device. */
  readonly #listener: Listener;
  #listensAs: number | null = null;
  /** True when it could receive commands at its last frame. */
  #acceptsCommands = false;

  constructor(options: SessionOptions) {
    this.#options = options;
    const { address, network, transport } = options;
    const host = address.slice(0, address.lastIndexOf(':'));
    const [connection, carrier] = transport === 'tcp' ? [this, 'connection' as const] : [null, 'datagram' as const];
    this.#visitor = { address: host, network, connection, carrier };
    this.#replies = new ReplyOrder(options.send);
    this.#listener = {
      protocol: options.protocol,
      acceptsCommands: () => options.decoder.acceptsCommands?.() ?? true,
      send: (command) => {
        const bytes = options.decoder.encode(command);
        if (bytes) options.send(bytes);
        return bytes !== null;
      },
    };
    this.#held = new HeldFrames(options.budgets.held.lease(options.network));
    this.#entry = options.contacts.open(options.protocol, options.transport, options.address);
  }

  /** Takes one frame. Returns a promise only when the device must be looked up; later frames must wait for it. */
  take(frame: Uint8Array, receivedAt: number): Promise<void> | undefined {
    const { decoder, protocol, transport, metrics, logger } = this.#options;
    if (this.#mustDrop(frame.length, receivedAt)) return undefined;
    const decoded = decoder.decode(frame);
    metrics.frame(protocol, decoded);
    if (decoded.fault !== undefined) {
      this.faultsInRow++;
      if (logger.isLevelEnabled('debug')) {
        const bytes = Buffer.from(frame).toString('hex');
        logger.debug(
          {
            protocol,
            address: this.#options.address,
            deviceId: this.deviceId,
            identity: this.#identities[0],
            fault: decoded.fault,
            frame: bytes,
          },
          'A frame could not be decoded',
        );
      }
      if (transport === 'udp' && !this.hasRead) this.misread(frame, receivedAt);
      else this.#entry.frame(frame, decoded, receivedAt);
      return undefined;
    }
    this.faultsInRow = 0;
    this.hasRead = true;
    if (decoded.identities.length > 0 && !hasSameIdentity(decoded.identities, this.#identities)) {
      this.#identities = ownIdentities(decoded.identities);
      this.#device = null;
      this.#isTrusted = false;
      this.#deferredUntil = null;
      this.#placed = false;
      this.#listenAs(null);
      this.#held.take();
      this.#entry.identify(this.#identities[0] ?? null);
    }
    this.#entry.frame(frame, decoded, receivedAt);
    const isJudged = this.#isTrusted || this.#isPutOff(receivedAt);
    if (isJudged || this.#identities.length === 0) return this.#handle(decoded, frame, receivedAt);
    const remembered = this.#options.admission.remembered(this.#visitor, this.#identities);
    if (remembered === undefined) return this.#lookUpAndHandle(decoded, frame, receivedAt);
    this.#become(remembered);
    return this.#handle(decoded, frame, receivedAt);
  }

  /** Records the first bytes of a sender of whom nothing can be read, with the protocols that they resemble. */
  misread(bytes: Uint8Array, receivedAt: number): void {
    const { recognise, protocol } = this.#options;
    this.#entry.misread(bytes, recognise(bytes, protocol, receivedAt), receivedAt);
  }

  /** The identities of the device; empty until it has sent one. */
  get identities(): readonly string[] {
    return this.#identities;
  }

  /** True when more than its share of the queue waits to be stored. Must not be observable while somebody probes. */
  get isCrowded(): boolean {
    return this.#isTrusted && this.#device !== null && this.#options.ingest.crowded(this.#device.deviceId);
  }

  /** Null while the device is not identified. */
  get deviceId(): number | null {
    return this.#device?.deviceId ?? null;
  }

  /** The key of the rate limit: the device, or its identity when it is deferred. */
  get rateKey(): number | string | null {
    if (this.#device) return this.#device.deviceId;
    return this.#deferredUntil === null ? null : normalIdentity(this.#identities[0] ?? '');
  }

  /**
   * True for a known device that may learn so: it connected while nobody probed in its network, or proved more than an
   * identity. Only then is it treated better than an unknown device; otherwise a prober would notice a hit.
   */
  get isTrusted(): boolean {
    return this.#isTrusted;
  }

  /** True when it has reported a position. */
  get isPlaced(): boolean {
    return this.#placed;
  }

  /** Identifies the device again after devices were changed. Held frames of an adopted device are stored. */
  reidentify(): void {
    const visitor: ReportSender = { ...this.#visitor, wasConfirmed: this.#isTrusted };
    const remembered = this.#options.admission.remembered(visitor, this.#identities, false);
    if (remembered !== undefined) this.#become(remembered);
  }

  close(): void {
    this.#listenAs(null);
    this.#held.close();
    this.#entry.close();
  }

  /** Subscribes to the commands of this device only. */
  #listenAs(deviceId: number | null): void {
    const { commands } = this.#options;
    if (this.#listensAs === deviceId) return;
    if (this.#listensAs !== null) commands.left(this.#listensAs, this.#listener);
    this.#listensAs = deviceId;
    if (deviceId !== null) commands.arrived(deviceId, this.#listener);
  }

  /** Announces the device to the dispatcher, and once more when it begins to accept commands. */
  #greet(deviceId: number): void {
    const { commands } = this.#options;
    const acceptsCommands = this.#listener.acceptsCommands();
    if (acceptsCommands && !this.#acceptsCommands) commands.arrived(deviceId, this.#listener);
    else commands.seen(deviceId, this.#listener);
    this.#acceptsCommands = acceptsCommands;
  }

  /** True when a frame must be dropped undecoded: its device exceeds its rate and, over UDP, cannot be slowed down. */
  #mustDrop(frameBytes: number, receivedAt: number): boolean {
    const { rates, refusals, protocol } = this.#options;
    const key = this.rateKey;
    if (!rates || key === null) return false;
    if (rates.allow(key, receivedAt, frameCount(1, frameBytes)) && !this.isCrowded) return false;
    refusals.add(protocol, 'too-fast');
    return true;
  }

  async #lookUpAndHandle(decoded: Decoded, frame: Uint8Array, receivedAt: number): Promise<void> {
    const { admission, protocol } = this.#options;
    this.#become(await admission.lookUp(this.#visitor, this.#identities, protocol));
    this.#handle(decoded, frame, receivedAt);
  }

  /** True while the device is still deferred and a look-up would bring nothing new. */
  #isPutOff(at: number): boolean {
    const until = this.#deferredUntil;
    return until !== null && at < until && this.#options.admission.isGuessedFrom(this.#visitor);
  }

  /** A device that may not learn its state is treated as unknown; later frames trigger another look-up. */
  #become({ device, answer }: Admitted): void {
    const { refusals, protocol, onJudged } = this.#options;
    if (answer !== 'true' && device === null) refusals.add(protocol, 'guessing');
    this.#deferredUntil = answer === 'deferred' ? Date.now() + DEFERRED_FOR_MS : null;
    this.#isTrusted = device !== null && answer === 'true';
    this.#device = device;
    this.#entry.setDevice(device);
    onJudged(this.#isTrusted);
    this.#listenAs(this.#isTrusted && device ? device.deviceId : null);
    if (!device) return;
    for (const held of this.#held.take()) this.#submit(held.messages, held.bytes, held.receivedAt, held.stored);
  }

  #handle(decoded: Decoded, frame: Uint8Array, receivedAt: number): undefined {
    let acknowledgement: Uint8Array | null = null;
    const guard = this.#options.replyGuard;
    const mayReply = guard === null || guard.allows(frame, decoded.replies, this.#isTrusted, receivedAt);
    for (const reply of mayReply ? decoded.replies : []) {
      if (reply.when === 'now') this.#options.send(reply.bytes);
      else acknowledgement = acknowledgement ? Buffer.concat([acknowledgement, reply.bytes]) : reply.bytes;
    }
    if (this.#listensAs !== null) {
      this.#greet(this.#listensAs);
      for (const { kind, text } of decoded.messages)
        if (kind === 'reply' && text !== undefined) this.#options.commands.answered(this.#listensAs, text);
    }
    const messages = decoded.messages.some(isLogin)
      ? decoded.messages.filter((message) => !isLogin(message))
      : decoded.messages;
    if (messages.length === 0 && !acknowledgement) return undefined;
    const bytes = frameWeight(frame.length, messages.length);
    this.#placed ||= messages.some((message) => message.fix !== null);
    if (!this.#device) this.#hold(messages, bytes, receivedAt, acknowledgement);
    // No entry in the order of replies, since no reply follows.
    else if (!this.#isTrusted) this.#submit(messages, bytes, receivedAt, ignore);
    else this.#submit(messages, bytes, receivedAt, this.#replies.expect(acknowledgement));
    return undefined;
  }

  /**
   * Makes no entry in the order of replies: a dropped frame must not delay later replies. A frame that only asks for
   * the confirmation of earlier ones is not held, because some of those may have been dropped.
   */
  #hold(messages: Message[], bytes: number, receivedAt: number, acknowledgement: Uint8Array | null): void {
    if (!this.#placed || messages.length === 0) return;
    const stored = () => acknowledgement && this.#options.send(acknowledgement);
    if (this.#held.add({ messages, bytes, receivedAt, stored })) return;
    this.#options.refusals.add(this.#options.protocol, 'memory');
  }

  #submit(messages: Message[], bytes: number, receivedAt: number, stored: () => void): void {
    if (!this.#device) return;
    this.#options.admission.received(this.#device, this.#visitor, receivedAt);
    const { deviceId } = this.#device;
    const { protocol, ingest } = this.#options;
    const onStored = this.#isTrusted ? stored : ignore;
    ingest.submit({ deviceId, protocol, messages, bytes, receivedAt, onStored });
  }
}
