import type { FleetDocument } from '@milepost/contract/document-operations';
import { expect, test } from 'vitest';
import { renewalOf } from './document-values.ts';

const document = (validFrom: string | null, validUntil: string | null): FleetDocument => ({
  id: 1,
  organisationId: 1,
  kind: 'insurance',
  holder: 'vehicle',
  vehicleId: 5,
  driverId: null,
  holderName: 'SBA 1',
  number: 'A-1',
  issuer: 'National',
  issuedOn: '2023-02-20',
  validFrom,
  validUntil,
  daysLeft: null,
  state: 'valid',
  cost: 5000,
  currency: 'INR',
  note: 'old',
  renewsId: null,
  version: 3,
});

test.each([
  // A leap day is in the following year, not in the previous one.
  ['2023-03-01', '2024-02-29', '2024-03-01', '2025-02-28'],
  ['2021-07-15', '2026-07-14', '2026-07-15', '2031-07-14'],
  ['2026-01-01', '2026-06-29', '2026-06-30', '2026-12-26'],
  [null, '2026-07-14', '2026-07-15', '2027-07-14'],
  ['2026-01-01', null, null, null],
])('a document from %s to %s is renewed from %s to %s', (validFrom, validUntil, from, until) => {
  expect(renewalOf(document(validFrom, validUntil))).toEqual({
    kind: 'insurance',
    holder: 'vehicle',
    vehicleId: 5,
    driverId: null,
    organisationId: 1,
    number: '',
    issuer: 'National',
    issuedOn: null,
    validFrom: from,
    validUntil: until,
    cost: 5000,
    note: '',
    fileIds: [],
  });
});
