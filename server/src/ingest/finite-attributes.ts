import type { Attributes, Message } from '@milepost/protocols/types';

/**
 * Drops attributes that are not finite numbers: they say nothing, and JSON cannot store them, so live values would
 * differ from stored ones.
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
