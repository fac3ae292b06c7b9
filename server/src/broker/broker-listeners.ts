import { commandPayload, commandTopic } from '@milepost/protocols/mqtt/commands';
import { mqtt } from '@milepost/protocols/mqtt/mqtt';
import type { Message } from '@milepost/protocols/types';
import type { CommandDesk, Listener } from '../gateway/command-desk.ts';

/** Says a message to whoever subscribed to a topic; false while the broker is away. */
export interface Publisher {
  isConnected(): boolean;
  publish(topic: string, text: string): void;
}

/**
 * Hands commands to devices that publish to a broker, under the topic of their newest message. Whether a device has
 * subscribed there only the broker knows.
 */
export class BrokerListeners {
  readonly #desk: CommandDesk;
  readonly #publisher: Publisher;
  readonly #known = new Map<number, { topic: string; listener: Listener }>();

  constructor(desk: CommandDesk, publisher: Publisher) {
    this.#desk = desk;
    this.#publisher = publisher;
  }

  heard(deviceId: number, topic: string, messages: readonly Message[]): void {
    const known = this.#known.get(deviceId) ?? { topic, listener: this.#listenerFor(deviceId) };
    known.topic = topic;
    this.#known.set(deviceId, known);
    this.#desk.heard(deviceId, known.listener);
    for (const { kind, text } of messages) {
      if (kind === 'reply' && text !== undefined) this.#desk.answered(deviceId, text);
    }
  }

  close(): void {
    for (const [deviceId, { listener }] of this.#known) this.#desk.left(deviceId, listener);
    this.#known.clear();
  }

  #listenerFor(deviceId: number): Listener {
    return {
      protocol: mqtt.name,
      hears: () => this.#publisher.isConnected(),
      say: (command) => {
        const payload = commandPayload(command);
        const topic = this.#known.get(deviceId)?.topic;
        if (payload === null || topic === undefined) return false;
        this.#publisher.publish(commandTopic(topic), payload);
        return true;
      },
    };
  }
}
