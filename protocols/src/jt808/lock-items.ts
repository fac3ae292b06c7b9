import type { ByteReader } from '../tools/bytes.ts';
import type { Read, Reported } from './item-values.ts';

/** Wireless locks: each has an address, thousandths of a volt, "1" if sealed, and two unused bytes. */
const LOCK_BYTES = 11;
export const locks: Read = (value, reported) => {
  for (let lock = 1; value.remaining >= LOCK_BYTES; lock += 1) {
    reported[`lock${lock}Id`] = value.hex(6);
    reported[`lock${lock}BatteryV`] = value.u16() / 1000;
    reported[`lock${lock}Sealed`] = value.u8() === 0x31;
    value.skip(2);
  }
};

export const OWN_LOCK_BYTES = 13;
export function ownLocks(value: ByteReader, reported: Reported): void {
  const count = value.u8();
  for (let lock = 1; lock <= count && value.remaining >= OWN_LOCK_BYTES; lock += 1) {
    reported[`lock${lock}Id`] = value.hex(5);
    const card = value.hex(5);
    if (!/^0*$/.test(card)) reported.driverTag = card;
    reported[`lock${lock}BatteryPercent`] = Math.min(100, value.u8());
    reported[`lock${lock}State`] = value.u16();
  }
}

/**
 * An operation on a lock by a card of four bytes or by a password. With an even length it also states whether the lock
 * opened.
 */
const [CARD_LENGTHS, PASSWORD_BYTES] = [[5, 6], 6] as const;
export const lockCommand: Read = (value, reported, length) => {
  reported.lockCommand = value.u8();
  if (CARD_LENGTHS.some((one) => one === length)) reported.lockCard = String(value.u32());
  else if (length > PASSWORD_BYTES) value.skip(PASSWORD_BYTES);
  if (length % 2 === 0 && value.remaining > 0) reported.unlockResult = value.u8();
};

/**
 * Reads the text "*M00…". After eight characters it contains the state of a lock, whose third to fifth characters are
 * hundredths of a volt.
 */
export const lockText: Read = (value, reported, length) => {
  if (length === 1) {
    reported.mode = value.u8();
    return;
  }
  const volts = /^\*M00.{4}..(\d{3})/.exec(value.text(length))?.[1];
  if (volts !== undefined) reported.batteryV = Number(volts) / 100;
};
