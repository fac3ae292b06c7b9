import type { Attributes, Coordinates } from '@milepost/protocols/types';
import type { Position } from './position.ts';

/** A position with the hash that orders reports of the same time (`positionHash`). */
export interface Report {
  position: Position;
  hash: number;
  /** Present in private time, with the last public place, if one is known. */
  sealed?: { place: Coordinates | null };
}

/** A report without a fix: an SOS from a garage, a power cut, ignition. */
export interface StatusReport {
  position: null;
  /** By the device's clock; the time of receipt when it sent no time, or one that cannot be right. */
  time: Date;
  attributes: Attributes;
  /** The device's coordinates, if they were valid but had a time that cannot be right; null or omitted otherwise. */
  coordinates?: Coordinates | null;
  /** The device clock's time if it cannot be right; null or omitted otherwise. */
  deviceClock?: Date | null;
  /** `statusHash` of the attributes. */
  hash: number;
}

export type AnyReport = Report | StatusReport;

/** Returns the time by which reports are ordered, epoch milliseconds. */
export function timeOf(report: AnyReport): number {
  return (report.position === null ? report.time : report.position.fixTime).getTime();
}

export function attributesOf(report: AnyReport): Attributes {
  return report.position === null ? report.attributes : report.position.attributes;
}
