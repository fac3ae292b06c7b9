import type { Attributes } from '@milepost/protocols/types';

/** Sets an attribute. Assigning to `__proto__`, a name that a device may choose, would set the prototype instead. */
export function setOwn(attributes: Attributes, name: string, value: Attributes[string]): void {
  if (name === '__proto__') {
    Object.defineProperty(attributes, name, { value, enumerable: true, configurable: true, writable: true });
  } else attributes[name] = value;
}
