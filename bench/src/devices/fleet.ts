import type { Dialect } from './dialect.ts';
import { gt06Dialect } from './gt06.ts';
import type { ReportPlan } from './place.ts';
import { teltonikaDialect } from './teltonika.ts';

export type ProtocolMix = 'gt06' | 'teltonika' | 'mixed';

/** The IMEI of the device with this number, 0 to 99,999. */
export const imeiOf = (index: number): string => `3500000000${String(index).padStart(5, '0')}`;

/** The dialect of the device with this number: in a mix, every second one uses GT06. */
export function dialectOf(index: number, mix: ProtocolMix, plan: ReportPlan, recordsPerPacket: number): Dialect {
  const gt06 = mix === 'gt06' || (mix === 'mixed' && index % 2 === 0);
  return gt06 ? gt06Dialect(plan) : teltonikaDialect(plan, recordsPerPacket);
}
