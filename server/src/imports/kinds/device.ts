import { OPERATIONS } from '@milepost/contract/operations';
import { normalIdentity } from '../../store/devices/identity.ts';
import { DEVICE_TABLE, resolveDevices } from '../../store/imports/device-records.ts';
import type { ImportDescriptor } from '../import-descriptor.ts';
import { textBy } from '../read-fields.ts';
import { tableWork } from '../table-import.ts';

const { shape } = OPERATIONS['save-device'].input;

/** Devices, found by their identity. */
export const deviceImport = {
  ...tableWork(DEVICE_TABLE),
  subject: 'device',
  resolve: resolveDevices,
  fields: {
    identity: {
      words: [
        'identity',
        'imei',
        'imei number',
        'device',
        'device id',
        'unit id',
        'tracker',
        'tracker id',
        'gerät',
        'dispositivo',
        'appareil',
      ],
      looks: /^0?\d{15}$/,
      read: textBy(shape.identity),
      once: normalIdentity,
    },
    protocol: {
      words: ['protocol', 'protokoll', 'protocolo', 'protocole'],
      read: textBy(shape.protocol),
    },
    model: {
      words: ['model', 'device model', 'device type', 'modell', 'modelo', 'modèle'],
      read: textBy(shape.model),
    },
    simNumber: {
      words: [
        'sim number',
        'sim',
        'sim no',
        'iccid',
        'msisdn',
        'phone number',
        'sim-nummer',
        'número de sim',
        'numéro de sim',
      ],
      looks: /^89\d{16,18}$/,
      read: textBy(shape.simNumber),
    },
  },
} satisfies ImportDescriptor;
