import { commandTopic, isTopicOf } from '@milepost/protocols/mqtt/commands';
import { mqtt } from '@milepost/protocols/mqtt/mqtt';
import { commandPayload } from '@milepost/protocols/owntracks/commands';
import type { Message } from '@milepost/protocols/types';
import type { CommandDispatcher, Listener } from '../gateway/command-dispatcher.ts';

/** Publishes a message through the broker to the subscribers of its topic. */
export interface Publisher {
  isConnected(): boolean;
  publish(topic: string, text: string): void;
}

interface Known {
  identity: string;
  topic: string;
  listener: Listener;
}

/**
 * Delivers commands to devices that publish to a broker, under the newest topic that contains their identity: other
 * devices could be subscribed to a topic that does not. Only the broker knows whether a device has subscribed.
 */
export class BrokerListeners {
  readonly #dispatcher: CommandDispatcher;
  readonly #publisher: Publisher;
  readonly #known = new Map<number, Known>();

  constructor(dispatcher: CommandDispatcher, publisher: Publisher) {
    this.#dispatcher = dispatcher;
    this.#publisher = publisher;
  }

  received(deviceId: number, identity: string, topic: string, messages: readonly Message[]): void {
    if (isTopicOf(topic, identity)) {
      const listener = this.#known.get(deviceId)?.listener ?? this.#listenerFor(deviceId);
      this.#known.set(deviceId, { identity, topic, listener });
      this.#dispatcher.seen(deviceId, listener);
    }
    for (const { kind, text } of messages) {
      if (kind === 'reply' && text !== undefined) this.#dispatcher.answered(deviceId, text);
    }
  }

  /** Identities with a topic for commands. */
  identities(): string[] {
    return [...this.#known.values()].map(({ identity }) => identity);
  }

  /** Drops devices that now have another identity or are no longer accepted: their topics belong to somebody else. */
  retain(isStill: (deviceId: number, identity: string) => boolean): void {
    for (const [deviceId, { identity }] of this.#known) if (!isStill(deviceId, identity)) this.left(deviceId);
  }

  /** Called when the device has disconnected: its commands wait for its next message. */
  left(deviceId: number): void {
    const known = this.#known.get(deviceId);
    if (!known) return;
    this.#dispatcher.left(deviceId, known.listener);
    this.#known.delete(deviceId);
  }

  close(): void {
    for (const deviceId of this.#known.keys()) this.left(deviceId);
  }

  #listenerFor(deviceId: number): Listener {
    return {
      protocol: mqtt.name,
      acceptsCommands: () => this.#publisher.isConnected(),
      send: (command) => {
        const payload = commandPayload(command);
        const topic = this.#known.get(deviceId)?.topic;
        if (payload === null || topic === undefined) return false;
        this.#publisher.publish(commandTopic(topic), payload);
        return true;
      },
    };
  }
}
