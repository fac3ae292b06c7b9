import { z } from 'zod';
import { ChosenInstant, Id, Instant, optionalDay, optionalText, text } from './common.ts';
import { faultCode } from './fault.ts';
import { FUEL_KINDS, OWNERSHIPS, VEHICLE_STATUSES } from './vehicle-kinds.ts';

export const VehicleStatus = z.enum(VEHICLE_STATUSES);

const MOST_TAGS = 20;

const optionalNumber = (most: number, number = z.number(faultCode('enter-number'))) =>
  number
    .min(0, faultCode('at-least'))
    .max(most, faultCode('at-most'))
    .nullish()
    .transform((value) => value ?? null);

/** What a person writes down of a vehicle besides what identifies it, as it is sent; what is left out is empty. */
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
  /** Where it belongs: a place of the organisation. */
  homePlaceId: Id.nullish().transform((id) => id ?? null),
  tags: z
    .array(text(30))
    .max(MOST_TAGS, faultCode('choose-at-most'))
    .default([])
    .transform((tags) => [...new Set(tags)]),
  ownership: z
    .enum(OWNERSHIPS)
    .nullish()
    .transform((ownership) => ownership ?? null),
  /** Who owns it, or from whom it is leased. */
  owner: optionalText(80),
  leaseUntil: optionalDay,
});
export type DetailsInput = z.output<typeof VehicleDetailsInput>;

/** What changes the status of a vehicle; left out, it stays as it is. */
export const StatusInput = z.object({
  status: VehicleStatus.optional(),
  /** From when it holds; from now on where left out. */
  statusSince: ChosenInstant.nullish().transform((at) => at ?? null),
});

/** The same as it is answered. */
export const VehicleDetails = z.object({
  year: z.number().nullable(),
  colour: z.string().nullable(),
  fuelKind: z.enum(FUEL_KINDS).nullable(),
  tankL: z.number().nullable(),
  ratedLPer100Km: z.number().nullable(),
  /** Litres an hour with the engine idling. */
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
  /** Null where it holds since ever. */
  statusSince: Instant.nullable(),
});
export type VehicleDetails = z.infer<typeof VehicleDetails>;
