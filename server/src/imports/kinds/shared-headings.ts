// Column headings that several kinds of records share, in files from other programs.

export const NOTE_HEADINGS = [
  'note',
  'notes',
  'remark',
  'remarks',
  'comment',
  'bemerkung',
  'notiz',
  'observaciones',
  'remarque',
];
export const PHONE_HEADINGS = [
  'phone',
  'phone number',
  'mobile',
  'mobile number',
  'telephone',
  'cell',
  'telefon',
  'handy',
  'teléfono',
  'téléphone',
  'telefone',
];
export const EMAIL_HEADINGS = ['email', 'e-mail', 'mail', 'email address', 'correo', 'courriel'];
export const GROUPS_HEADINGS = [
  'groups',
  'group',
  'depot',
  'branch',
  'department',
  'gruppen',
  'gruppe',
  'grupos',
  'grupo',
  'groupes',
];
export const VEHICLE_HEADINGS = [
  'vehicle',
  'vehicle no',
  'vehicle number',
  'registration',
  'registration number',
  'reg no',
  'plate',
  'number plate',
  'licence plate',
  'license plate',
  'truck no',
  'kennzeichen',
  'fahrzeug',
  'matrícula',
  'vehículo',
  'placa',
  'immatriculation',
  'véhicule',
];
export const DRIVER_HEADINGS = [
  'driver',
  'driver name',
  'driver number',
  'driver id',
  'employee id',
  'fahrer',
  'personalnummer',
  'conductor',
  'chofer',
  'chauffeur',
  'conducteur',
  'motorista',
];
export const CURRENCY_HEADINGS = ['currency', 'currency code', 'währung', 'moneda', 'devise', 'moeda'];

/** The pattern of an e-mail address. */
export const LOOKS_LIKE_EMAIL = /^[^\s@]+@[^\s@]+\.[a-z]+$/i;
