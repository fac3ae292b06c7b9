import type { Broker } from '@milepost/contract/json-profile-operations';
import { isCommandTopic, isFarewell } from '@milepost/protocols/mqtt/commands';
import { mqtt } from '@milepost/protocols/mqtt/mqtt';
import { decodeTopic } from '@milepost/protocols/mqtt/read-topic';
import type { Message } from '@milepost/protocols/types';
import { network } from '../auth/network.ts';
import { reasonOf } from '../fault.ts';
import { frameWeight } from '../gateway/budgets.ts';
import type { Admitted, ReportSender } from '../gateway/device-admission.ts';
import type { SessionServices } from '../gateway/device-session.ts';
import { brokerName } from './broker-address.ts';
import type { BrokerMessage } from './broker-connection.ts';
import { type BrokerSettings, createBrokerLink } from './broker-link.ts';
import { BrokerListeners } from './broker-listeners.ts';
import { HeldUnknownDevices } from './held-unknown-devices.ts';

/** The intake of devices that publish to the operator's broker. */
export interface BrokerIntake {
  status(): Broker;
  /** Looks up unknown devices again after devices were changed: held messages of adopted ones are stored. */
  recognise(): Promise<void>;
  stopReading(): void;
  close(): Promise<void>;
}

/**
 * Takes the messages of a broker, which deletes one only after its acknowledgement, sent after the commit. Messages
 * that cannot be stored are acknowledged immediately: one of an unknown device, or in an unknown form, would otherwise
 * block all others, since a broker delivers only a limited number before it waits.
 */
export function startBrokerIntake(settings: BrokerSettings, services: SessionServices): BrokerIntake {
  const { ingest, admission, directory, contacts, metrics, refusals, logger, json } = services;
  const protocol = mqtt.name;
  const name = brokerName(settings.address);
  const unknownDevices = new HeldUnknownDevices(services.budgets);
  /** All messages arrive over one connection, so this is no sign of two senders. */
  const connection = {};

  const listeners = new BrokerListeners(services.commands, {
    isConnected: () => link.isConnected(),
    publish: (topic, text) => link.publish(topic, text),
  });

  const submit = (
    admitted: Admitted,
    visitor: ReportSender,
    frame: Parameters<HeldUnknownDevices['add']>[1],
  ): boolean => {
    if (!admitted.device) return false;
    const { deviceId } = admitted.device;
    const { messages, bytes, receivedAt, stored } = frame;
    admission.received(admitted.device, visitor, receivedAt);
    ingest.submit({ deviceId, protocol, messages, bytes, receivedAt, onStored: stored });
    return true;
  };
  const visitorFrom = (address: string): ReportSender => ({
    address,
    network: network(address),
    connection,
    isUnanswered: true,
  });
  /** The source of the last message, for those that are held. */
  let lastFrom = settings.address.host;

  const take = async (message: BrokerMessage & { text: string }, from: string, stored: () => void) => {
    const { topic, text, isRetained } = message;
    const receivedAt = Date.now();
    lastFrom = from;
    const decoded = decodeTopic(
      topic,
      text,
      json.from({ carrier: 'broker', address: name, network: network(from), isOld: isRetained }),
    );
    metrics.frame(protocol, decoded);
    const entry = contacts.open(protocol, 'broker', name);
    try {
      const [identity] = decoded.identities;
      entry.identify(identity ?? null);
      entry.frame(`${topic}\n${text}`, decoded, receivedAt);
      if (identity === undefined) return stored();
      const visitor = visitorFrom(from);
      const admitted =
        admission.remembered(visitor, [identity]) ?? (await admission.lookUp(visitor, [identity], protocol));
      entry.setDevice(admitted.device);
      const { messages } = decoded;
      const frame = { messages, bytes: frameWeight(text.length, messages.length), receivedAt, stored };
      // A retained message contains nothing about the present.
      if (admitted.device && !isRetained) {
        if (isFarewell(text)) listeners.left(admitted.device.deviceId);
        else listeners.received(admitted.device.deviceId, identity, topic, messages);
      }
      if (submit(admitted, visitor, frame)) return undefined;
      if (isPlaced(messages) && !unknownDevices.add(identity, { ...frame, stored: () => undefined })) {
        refusals.add(protocol, 'memory');
      }
      return stored();
    } finally {
      entry.close();
    }
  };

  const link = createBrokerLink({
    ...settings,
    filters: filtersOf(settings, json.filters()),
    logger,
    onMessage: (message, from, stored) => {
      const { text } = message;
      if (text === null) {
        refusals.add(protocol, 'too-large');
        return stored();
      }
      // An empty message deletes a retained one, and our own requests are no sign that the device is alive.
      if (text === '' || isCommandTopic(message.topic)) return stored();
      take({ ...message, text }, from, stored).catch((error: unknown) => {
        // Not acknowledged, so the broker sends it again.
        logger.warn({ reason: reasonOf(error) }, 'A message from the MQTT broker was not accepted');
        link.again('the server could not accept a message');
      });
      return undefined;
    },
  });
  json.onChange(() => link.setFilters(filtersOf(settings, json.filters())));
  if (ingest.full()) link.hold('memory');
  ingest.onPressure((full) => {
    if (full) link.hold('memory');
    else link.lift('memory');
  });

  return {
    status: link.status,
    recognise: async () => {
      const identities = unknownDevices.identities();
      await directory.refresh([...identities, ...listeners.identities()].map((identity) => [identity]));
      const visitor = visitorFrom(lastFrom);
      listeners.retain(
        (deviceId, identity) => admission.remembered(visitor, [identity])?.device?.deviceId === deviceId,
      );
      for (const identity of identities) {
        const admitted = admission.remembered(visitor, [identity]);
        if (!admitted?.device) continue;
        for (const frame of unknownDevices.take(identity)) submit(admitted, visitor, frame);
      }
    },
    stopReading: () => link.hold('stopping'),
    close: async () => {
      listeners.close();
      await link.close();
      unknownDevices.close();
    },
  };
}

const isPlaced = (messages: readonly Message[]): boolean => messages.some(({ fix }) => fix !== null);

const filtersOf = ({ filters }: BrokerSettings, ofProfiles: readonly string[]): string[] => [
  ...new Set([...filters, ...ofProfiles]),
];
