import { setTimeout as delay } from 'node:timers/promises';
import type { Command, HttpProtocol, HttpReply, Message } from '@milepost/protocols/types';
import type { CommandDispatcher, Listener } from './command-dispatcher.ts';

/** After this time a request is answered without a command: the device would send it again. */
const HAND_OVER_MS = 5000;

/** A request that waits for its reply, which can carry one command. */
interface PendingRequest {
  isOpen(): boolean;
  reply: HttpReply | null;
}

/**
 * Delivers commands to devices that report over HTTP: each in the reply to a request, since nothing else reaches them.
 */
export class RequestListeners {
  readonly #dispatcher: CommandDispatcher;
  /** All requests of a device are one conversation, whatever connections they arrive on. */
  readonly #known = new Map<number, { listener: Listener; pending: PendingRequest[] }>();

  constructor(dispatcher: CommandDispatcher) {
    this.#dispatcher = dispatcher;
  }

  /**
   * Announces a device to the dispatcher, with its replies to earlier commands, once they are stored.
   * @param isOpen whether the reply can still be sent
   * @returns the reply with the next command, or null. The command counts as sent, so the reply must be sent now
   */
  async takeCommand(
    deviceId: number,
    protocol: HttpProtocol,
    messages: readonly Message[],
    isOpen: () => boolean,
  ): Promise<HttpReply | null> {
    const known = this.#known.get(deviceId) ?? this.#add(deviceId, protocol);
    const request: PendingRequest = { isOpen, reply: null };
    known.pending.push(request);
    this.#dispatcher.arrived(deviceId, known.listener);
    for (const { kind, text } of messages)
      if (kind === 'reply' && text !== undefined) this.#dispatcher.answered(deviceId, text);
    const patience = new AbortController();
    const late = delay(HAND_OVER_MS, undefined, { ref: false, signal: patience.signal }).catch(() => undefined);
    await Promise.race([this.#dispatcher.settled(deviceId), late]);
    patience.abort();
    known.pending.splice(known.pending.indexOf(request), 1);
    if (known.pending.length === 0) this.#dispatcher.left(deviceId, known.listener);
    return request.reply;
  }

  #add(deviceId: number, protocol: HttpProtocol): { listener: Listener; pending: PendingRequest[] } {
    const pending: PendingRequest[] = [];
    const free = () => pending.find((request) => request.reply === null && request.isOpen());
    const sendCommand = (command: Command): boolean => {
      const request = free();
      const reply = protocol.replyWith?.(command) ?? null;
      if (request) request.reply = reply;
      return request !== undefined && reply !== null;
    };
    const known = {
      listener: {
        protocol: protocol.name,
        isBrief: true as const,
        acceptsCommands: () => free() !== undefined,
        send: sendCommand,
      },
      pending,
    };
    this.#known.set(deviceId, known);
    return known;
  }
}
