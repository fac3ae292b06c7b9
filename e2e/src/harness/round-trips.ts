import type { ImportKind } from '@milepost/contract/import-kinds';
import { OFFICE_TRIPS } from './office-trips.ts';
import { type RoundTrip, totalOf } from './round-trip.ts';

/** The round trip of each kind of record; a missing kind does not compile. */
export const ROUND_TRIPS: Record<ImportKind, RoundTrip> = {
  vehicle: {
    list: '/vehicle-info',
    async add(caller, language) {
      const { group } = await caller.ask('save-group', { name: `Nord ${language}` });
      const { driver } = await caller.ask('name-driver', { name: `=Ute, "${language}"` });
      const identity = `35800000000${language.codePointAt(0)}00`.slice(0, 15);
      const { device } = await caller.ask('save-device', { identity });
      const own = async (name: string, type: 'number' | 'yes-no', unit?: string) =>
        (await caller.ask('save-own-field', { kind: 'vehicle', name: `${name} ${language}`, type, unit })).field.id;
      const [axles, adr] = [await own('Axle load', 'number', 't'), await own('ADR', 'yes-no')];
      for (const type of ['truck', 'motorcycle', 'other'] as const) {
        await caller.ask('save-vehicle', {
          registration: `${language} ${type}`,
          type,
          make: 'MAN; =1+1',
          model: '-5',
          chassisNumber: '00123',
          engineNumber: 'E-1',
          ...(type === 'truck' && {
            year: 2021,
            colour: 'Red',
            fuelKind: 'diesel' as const,
            tankL: 400.5,
            loadKg: 12_000,
            loadM3: 40.25,
            tags: ['cold', 'night'],
            ownership: 'leased' as const,
            owner: 'Lease, AG',
            leaseUntil: '2027-12-31',
            own: [
              { id: axles, value: 2.5 },
              { id: adr, value: true },
            ],
          }),
          groupId: group.id,
          driverId: driver.id,
          ...(type === 'truck' && { deviceId: device.id }),
        });
      }
      const { rows } = await caller.ask('get-vehicle-list', { search: `${language} truck` });
      const reading = { vehicleId: rows[0]?.id ?? 0, at: '2026-01-05T10:00:00Z' };
      await caller.ask('add-meter-reading', { ...reading, meter: 'odometer', value: 123_456_789 });
      await caller.ask('add-meter-reading', { ...reading, meter: 'engine-hours', value: 4_000_000 });
    },
    total: (caller) => totalOf(caller.ask('get-vehicle-list', {})),
    fields: [
      'registration',
      'type',
      'make',
      'model',
      'chassisNumber',
      'engineNumber',
      'year',
      'colour',
      'fuelKind',
      'tankL',
      'ratedLPer100Km',
      'idleLPerH',
      'loadKg',
      'loadM3',
      'loadCrates',
      'homePlace',
      'tags',
      'ownership',
      'owner',
      'leaseUntil',
      'group',
      'driver',
      'device',
      'status',
      'odometer',
      'engineHours',
      'own',
    ],
  },
  driver: {
    list: '/driver-info',
    async add(caller, language) {
      const { group } = await caller.ask('save-group', { name: `Ost ${language}` });
      await caller.ask('save-driver', {
        name: `Ana ${language}`,
        number: `00${language}`,
        phone: '+49 30 1234',
        email: 'ana@example.org',
        licenceNumber: 'L-1',
        licenceClasses: ['B', 'C1'],
        licenceExpiresOn: '2031-03-01',
        groupIds: [group.id],
        hiredOn: '2020-01-05',
        leftOn: '2030-02-01',
        emergencyName: 'Ben',
        emergencyPhone: '112',
        note: 'Speaks = and, commas',
      });
      await caller.ask('save-driver', { name: `Bo ${language}` });
    },
    total: (caller) => totalOf(caller.ask('get-driver-list', {})),
    fields: [
      'name',
      'number',
      'phone',
      'email',
      'licenceNumber',
      'licenceClasses',
      'licenceExpiresOn',
      'groups',
      'hiredOn',
      'leftOn',
      'emergencyName',
      'emergencyPhone',
      'note',
    ],
  },
  device: {
    list: '/settings/devices',
    async add(caller, language) {
      const identity = `35900000000${language.codePointAt(0)}00`.slice(0, 15);
      await caller.ask('save-device', {
        identity,
        protocol: 'gt06',
        model: '=FMB, 920',
        simNumber: '8959801234567890123',
      });
    },
    total: (caller) => totalOf(caller.ask('get-device-list', {})),
    fields: ['identity', 'protocol', 'model', 'simNumber'],
  },
  contact: {
    list: '/apps/contacts',
    async add(caller, language) {
      await caller.ask('save-contact', {
        kind: 'workshop',
        name: `=Aral "${language}"`,
        phones: ['+49 30 1', '-5'],
        emails: ['a@example.org', 'b@example.org'],
        address: 'Weg 1\n10115 Berlin',
        place: { lat: -52.5200066, lon: 13.404954 },
        note: 'Open = daily, to eight',
      });
      for (const kind of ['vendor', 'customer', 'emergency'] as const) {
        await caller.ask('save-contact', { kind, name: `${kind} ${language}` });
      }
    },
    total: (caller) => totalOf(caller.ask('get-contact-list', {})),
    fields: ['name', 'kind', 'phones', 'emails', 'address', 'place', 'note'],
  },
  outlet: {
    list: '/settings/outlets',
    async add(caller, language) {
      await caller.ask('save-outlet', {
        code: `=S-${language}`,
        name: 'Disco, "Pocitos"',
        address: 'Rambla 1\nMontevideo',
        place: { lat: -34.9101234, lon: -56.1529876 },
        radiusM: 80,
        contactName: 'Ana',
        phone: '+598 99 1',
        hours: [[{ fromMin: 480, toMin: 720 }], [], [], [], [], [], [{ fromMin: 0, toMin: 1440 }]],
        serviceMin: 15,
        class: 'A',
        visitsPerWeek: 2.5,
        state: 'closed',
        note: 'Back = door',
      });
      await caller.ask('save-outlet', { code: `N-${language}`, name: 'Nowhere' });
    },
    total: (caller) => totalOf(caller.ask('get-outlet-list', {})),
    fields: [
      'code',
      'name',
      'address',
      'latitude',
      'longitude',
      'radiusM',
      'contactName',
      'phone',
      'hours',
      'serviceMin',
      'class',
      'visitsPerWeek',
      'state',
      'note',
    ],
  },
  ...OFFICE_TRIPS,
};
