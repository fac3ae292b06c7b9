import type { Attributes, Message } from '@milepost/protocols/types';

/**
 * A message without attributes that are no finite number: a device told nothing by them. JSON has none either, so what
 * is taken in as it arrives would differ from what is read again later.
 */
export function withFiniteAttributes(message: Message): Message {
  const { attributes } = message;
  for (const name in attributes) if (!isTold(attributes[name])) return { ...message, attributes: finite(attributes) };
  return message;
}

function finite(attributes: Attributes): Attributes {
  return Object.fromEntries(Object.entries(attributes).filter(([, value]) => isTold(value)));
}

function isTold(value: Attributes[string]): boolean {
  return value !== undefined && (typeof value !== 'number' || Number.isFinite(value));
}
