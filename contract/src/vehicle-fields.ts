import { z } from 'zod';
import { ChosenInstant, Id, Instant, optionalDay, optionalText, text } from './common.ts';
import { faultCode } from './fault.ts';
import { FUEL_KINDS, OWNERSHIPS, VEHICLE_STATUSES } from './vehicle-kinds.ts';

export const VehicleStatus = z.enum(VEHICLE_STATUSES);

const MAX_TAGS = 20;

const optionalNumber = (most: number, number = z.number(faultCode('enter-number'))) =>
  number
    .min(0, faultCode('at-least'))
    .max(most, faultCode('at-most'))
    .nullish()
    .transform((value) => value ?? null);

/** The properties of a vehicle that do not identify it, as input; left out: empty. */
export const VehicleDetailsInput = z.object({
  year: z
    .number(faultCode('enter-number'))
    .int(faultCode('enter-whole-number'))
    .min(1900, faultCode('at-least'))
    .max(2100, faultCode('at-most'))
    .nullish()
    .transform((year) => year ?? null),
  colour: optionalText(30),
  fuelKind: z
    .enum(FUEL_KINDS)
    .nullish()
    .transform((kind) => kind ?? null),
  tankL: optionalNumber(100_000),
  ratedLPer100Km: optionalNumber(1000),
  idleLPerH: optionalNumber(1000),
  loadKg: optionalNumber(1_000_000),
  loadM3: optionalNumber(10_000),
  loadCrates: optionalNumber(100_000, z.number(faultCode('enter-number')).int(faultCode('enter-whole-number'))),
  /** Its home: a place of interest of the organisation. */
  homePlaceId: Id.nullish().transform((id) => id ?? null),
  tags: z
    .array(text(30))
    .max(MAX_TAGS, faultCode('choose-at-most'))
    .default([])
    .transform((tags) => [...new Set(tags)]),
  ownership: z
    .enum(OWNERSHIPS)
    .nullish()
    .transform((ownership) => ownership ?? null),
  /** The owner or lessor. */
  owner: optionalText(80),
  leaseUntil: optionalDay,
});
export type DetailsInput = z.output<typeof VehicleDetailsInput>;

/** The change of a vehicle's status; left out: unchanged. */
export const StatusInput = z.object({
  status: VehicleStatus.optional(),
  /** When it takes effect; left out: now. */
  statusSince: ChosenInstant.nullish().transform((at) => at ?? null),
});

/** The same properties as output. */
export const VehicleDetails = z.object({
  year: z.number().nullable(),
  colour: z.string().nullable(),
  fuelKind: z.enum(FUEL_KINDS).nullable(),
  tankL: z.number().nullable(),
  ratedLPer100Km: z.number().nullable(),
  /** Litres an hour while idling. */
  idleLPerH: z.number().nullable(),
  loadKg: z.number().nullable(),
  loadM3: z.number().nullable(),
  loadCrates: z.number().nullable(),
  homePlaceId: Id.nullable(),
  homePlaceName: z.string().nullable(),
  tags: z.array(z.string()),
  ownership: z.enum(OWNERSHIPS).nullable(),
  owner: z.string().nullable(),
  leaseUntil: z.iso.date().nullable(),
  status: VehicleStatus,
  /** Null if it has always been so. */
  statusSince: Instant.nullable(),
});
export type VehicleDetails = z.infer<typeof VehicleDetails>;
