import type { ByteReader } from '../tools/bytes.ts';
import type { Read, Told } from './item-values.ts';

/** Locks by radio: address, thousandths of a volt, "1" where it is sealed, two bytes of no use. */
const LOCK_BYTES = 11;
export const locks: Read = (value, told) => {
  for (let lock = 1; value.remaining >= LOCK_BYTES; lock += 1) {
    told[`lock${lock}Id`] = value.hex(6);
    told[`lock${lock}BatteryV`] = value.u16() / 1000;
    told[`lock${lock}Sealed`] = value.u8() === 0x31;
    value.skip(2);
  }
};

export const OWN_LOCK_BYTES = 13;
export function ownLocks(value: ByteReader, told: Told): void {
  const count = value.u8();
  for (let lock = 1; lock <= count && value.remaining >= OWN_LOCK_BYTES; lock += 1) {
    told[`lock${lock}Id`] = value.hex(5);
    const card = value.hex(5);
    if (!/^0*$/.test(card)) told.driverTag = card;
    told[`lock${lock}BatteryPercent`] = Math.min(100, value.u8());
    told[`lock${lock}State`] = value.u16();
  }
}

/** What is done with a lock, by a card of four bytes or a password; with an even length whether it opened. */
const [CARD_LENGTHS, PASSWORD_BYTES] = [[5, 6], 6] as const;
export const lockCommand: Read = (value, told, length) => {
  told.lockCommand = value.u8();
  if (CARD_LENGTHS.some((one) => one === length)) told.lockCard = String(value.u32());
  else if (length > PASSWORD_BYTES) value.skip(PASSWORD_BYTES);
  if (length % 2 === 0 && value.remaining > 0) told.unlockResult = value.u8();
};

/** "*M00…": behind eight characters the state of a lock, of which the third to the fifth are hundredths of a volt. */
export const lockText: Read = (value, told, length) => {
  if (length === 1) {
    told.mode = value.u8();
    return;
  }
  const volts = /^\*M00.{4}..(\d{3})/.exec(value.text(length))?.[1];
  if (volts !== undefined) told.batteryV = Number(volts) / 100;
};
