import { setTimeout as delay } from 'node:timers/promises';
import type { Command, HttpProtocol, HttpReply, Message } from '@milepost/protocols/types';
import type { CommandDesk, Listener } from './command-desk.ts';

/** A request that is answered without a command by then: the device sends it again if that takes too long. */
const HAND_OVER_MS = 5000;

/** A request that waits for its answer, which takes one command with it. */
interface Turn {
  isOpen(): boolean;
  reply: HttpReply | null;
}

/** Hands commands to devices that report over HTTP: each in the answer to a request, for nothing else reaches them. */
export class RequestListeners {
  readonly #desk: CommandDesk;
  /** Of each device all its requests are one conversation, whatever connections they come on. */
  readonly #known = new Map<number, { listener: Listener; turns: Turn[] }>();

  constructor(desk: CommandDesk) {
    this.#desk = desk;
  }

  /**
   * Tells the desk that a device is there, and what it answered to earlier commands, once that is stored.
   * @param isOpen whether the answer can still be sent
   * @returns the answer with the command whose turn it is, or null: it counts as sent, so it is to be sent now
   */
  async ask(
    deviceId: number,
    protocol: HttpProtocol,
    messages: readonly Message[],
    isOpen: () => boolean,
  ): Promise<HttpReply | null> {
    const known = this.#known.get(deviceId) ?? this.#add(deviceId, protocol);
    const turn: Turn = { isOpen, reply: null };
    known.turns.push(turn);
    this.#desk.arrived(deviceId, known.listener);
    for (const { kind, text } of messages)
      if (kind === 'reply' && text !== undefined) this.#desk.answered(deviceId, text);
    const patience = new AbortController();
    const late = delay(HAND_OVER_MS, undefined, { ref: false, signal: patience.signal }).catch(() => undefined);
    await Promise.race([this.#desk.settled(deviceId), late]);
    patience.abort();
    known.turns.splice(known.turns.indexOf(turn), 1);
    if (known.turns.length === 0) this.#desk.left(deviceId, known.listener);
    return turn.reply;
  }

  #add(deviceId: number, protocol: HttpProtocol): { listener: Listener; turns: Turn[] } {
    const turns: Turn[] = [];
    const free = () => turns.find((turn) => turn.reply === null && turn.isOpen());
    const say = (command: Command): boolean => {
      const turn = free();
      const reply = protocol.replyWith?.(command) ?? null;
      if (turn) turn.reply = reply;
      return turn !== undefined && reply !== null;
    };
    const known = { listener: { protocol: protocol.name, hears: () => free() !== undefined, say }, turns };
    this.#known.set(deviceId, known);
    return known;
  }
}
