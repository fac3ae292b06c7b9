import { ROUTES } from '@milepost/contract/routes';
import type { FUEL_KINDS, OWNERSHIPS, VehicleStatus } from '@milepost/contract/vehicle-kinds';
import { z } from 'zod';
import type { ImportField } from '../import-descriptor.ts';
import { day, listBy, measureBy, numberBy, textBy, wordFor } from '../read-fields.ts';

const { shape } = ROUTES['save-vehicle'].input;
const { name: placeName } = ROUTES['save-place'].input.shape;

const FUEL_WORDS: Record<(typeof FUEL_KINDS)[number], readonly string[]> = {
  petrol: ['gasoline', 'benzin', 'gasolina', 'essence', 'पेट्रोल', 'بنزين'],
  diesel: ['gasoil', 'gasóleo', 'gazole', 'डीज़ल', 'ديزل'],
  cng: ['erdgas', 'gnc', 'gnv', 'غاز مضغوط'],
  lpg: ['autogas', 'glp', 'gpl', 'غاز مسال'],
  electric: ['ev', 'elektro', 'eléctrico', 'électrique', 'elétrico', 'बिजली', 'كهرباء'],
  hybrid: ['híbrido', 'hybride', 'हाइब्रिड', 'هجين'],
  hydrogen: ['wasserstoff', 'hidrógeno', 'hydrogène', 'हाइड्रोजन', 'هيدروجين'],
  other: ['sonstige', 'otro', 'autre', 'outro', 'अन्य', 'أخرى'],
};
const OWNERSHIP_WORDS: Record<(typeof OWNERSHIPS)[number], readonly string[]> = {
  owned: ['own', 'eigen', 'eigentum', 'propio', 'propriété', 'próprio', 'अपना', 'مملوكة'],
  leased: ['lease', 'leasing', 'geleast', 'लीज़ पर', 'مستأجرة بعقد'],
  hired: ['rented', 'rental', 'hire', 'miete', 'gemietet', 'alquilado', 'loué', 'alugado', 'किराये पर', 'مستأجرة'],
};
const STATUS_WORDS: Record<VehicleStatus, readonly string[]> = {
  'in-service': ['active', 'in use', 'aktiv', 'activo', 'actif', 'ativo', 'सेवा में', 'في الخدمة'],
  workshop: ['in workshop', 'in repair', 'werkstatt', 'taller', 'atelier', 'oficina', 'वर्कशॉप', 'الورشة'],
  'off-road': ['off the road', 'out of service', 'stillgelegt', 'fuera de servicio', 'सड़क से बाहर', 'خارج الخدمة'],
  sold: ['verkauft', 'vendido', 'vendu', 'बिका हुआ', 'مبيعة'],
};

/** Two million kilometres and 200 years: more is a mistake. */
const kilometres = z.number().min(0, 'at-least').max(2_000_000, 'at-most');
const hours = z.number().min(0, 'at-least').max(1_750_000, 'at-most');

/** Details of a vehicle besides its identity, and its meter readings. */
export const vehicleDetailFields = {
  year: {
    words: ['year', 'model year', 'year built', 'baujahr', 'año', 'année', 'ano', 'वर्ष', 'سنة الصنع'],
    read: numberBy(shape.year, 'thousands'),
  },
  colour: { words: ['colour', 'color', 'farbe', 'couleur', 'cor', 'रंग', 'اللون'], read: textBy(shape.colour) },
  fuelKind: {
    words: ['fuel', 'fuel type', 'fuel kind', 'kraftstoff', 'combustible', 'carburant', 'combustível', 'ईंधन', 'الوقود'],
    read: wordFor(FUEL_WORDS),
  },
  tankL: {
    words: [
      'tank (l)',
      'tank',
      'tank litres',
      'tank capacity',
      'tank size',
      'tankinhalt',
      'टंकी (लीटर)',
      'टंकी',
      'الخزان (لتر)',
      'الخزان',
    ],
    read: measureBy(shape.tankL, 'l'),
  },
  ratedLPer100Km: {
    words: [
      'rated economy (l/100 km)',
      'rated economy',
      'l/100 km',
      'consumption l/100 km',
      'verbrauch l/100 km',
      'घोषित खपत (लीटर/100 किमी)',
      'घोषित खपत',
      'الاستهلاك المعلن (لتر/100 كم)',
      'الاستهلاك المعلن',
    ],
    read: measureBy(shape.ratedLPer100Km, 'l/100km'),
  },
  idleLPerH: {
    words: [
      'idle consumption (l/h)',
      'idle consumption',
      'आइडल खपत (लीटर/घंटा)',
      'आइडल खपत',
      'الاستهلاك أثناء الخمول (لتر/ساعة)',
      'الاستهلاك أثناء الخمول',
      'burns idling (l/h)',
      'burns idling',
      'idle l/h',
      'idling l/h',
      'खड़े-खड़े खपत (लीटर/घंटा)',
      'खड़े-खड़े खपत',
      'الاستهلاك أثناء التباطؤ (لتر/ساعة)',
      'الاستهلاك أثناء التباطؤ',
    ],
    read: measureBy(shape.idleLPerH, 'l/h'),
  },
  loadKg: {
    words: [
      'load (kg)',
      'load',
      'payload',
      'payload kg',
      'nutzlast',
      'carga útil',
      'charge utile',
      'भार (किग्रा)',
      'भार',
      'الحمولة (كغ)',
      'الحمولة',
    ],
    read: measureBy(shape.loadKg, 'kg', 'thousands'),
  },
  loadM3: {
    words: [
      'load volume (m³)',
      'load volume',
      'volume m³',
      'ladevolumen',
      'भार का आयतन (घन मी)',
      'भार का आयतन',
      'حجم الحمولة (م³)',
      'حجم الحمولة',
    ],
    read: measureBy(shape.loadM3, 'm3'),
  },
  loadCrates: {
    words: ['crates', 'load crates', 'kisten', 'cajas', 'caisses', 'caixas', 'क्रेट', 'الصناديق'],
    read: measureBy(shape.loadCrates, 'pieces', 'thousands'),
  },
  homePlace: {
    words: ['home', 'home place', 'home base', 'standort', 'base', 'मुख्य स्थान', 'المقر'],
    read: textBy(placeName),
  },
  tags: { words: ['tags', 'labels', 'etiquetas', 'étiquettes', 'टैग', 'الوسوم'], read: listBy(shape.tags) },
  ownership: {
    words: ['owned or leased', 'ownership', 'eigentumsart', 'अपना या लीज़ पर', 'مملوكة أم مستأجرة'],
    read: wordFor(OWNERSHIP_WORDS),
  },
  owner: {
    words: [
      'owner or lessor',
      'owner',
      'lessor',
      'halter',
      'propietario',
      'propriétaire',
      'proprietário',
      'मालिक या लीज़ देने वाला',
      'المالك أو المؤجر',
    ],
    read: textBy(shape.owner),
  },
  leaseUntil: {
    words: ['lease ends', 'lease until', 'lease end', 'end of lease', 'leasingende', 'लीज़ समाप्ति', 'نهاية الإيجار'],
    read: day,
  },
  status: {
    words: ['service status', 'status', 'vehicle status', 'zustand', 'estado', 'statut', 'सेवा की स्थिति', 'حالة الخدمة'],
    read: wordFor(STATUS_WORDS),
  },
  odometer: {
    words: [
      'odometer (km)',
      'odometer',
      'odometer km',
      'odo',
      'odo km',
      'mileage',
      'km',
      'kilometres',
      'kilometers',
      'kilometerstand',
      'km-stand',
      'laufleistung',
      'tachostand',
      'пробег',
      'przebieg',
      'kilometraje',
      'kilométrage',
      'quilometragem',
      'ओडोमीटर (किमी)',
      'ओडोमीटर',
      'عداد المسافة (كم)',
      'عداد المسافة',
    ],
    read: measureBy(kilometres, 'km', 'thousands'),
  },
  odometerOn: {
    words: [
      'odometer date',
      'odometer on',
      'date of the odometer',
      'odometer read on',
      'odo date',
      'read on',
      'reading date',
      'ओडोमीटर की तारीख',
      'تاريخ قراءة عداد المسافة',
    ],
    read: day,
  },
  engineHours: {
    words: [
      'engine hours',
      'hours',
      'hour meter',
      'operating hours',
      'betriebsstunden',
      'horas de motor',
      'heures moteur',
      'इंजन के घंटे',
      'ساعات المحرك',
    ],
    read: measureBy(hours, 'h', 'thousands'),
  },
  engineHoursOn: {
    words: [
      'engine hours date',
      'engine hours on',
      'date of the engine hours',
      'hours read on',
      'इंजन के घंटों की तारीख',
      'تاريخ قراءة ساعات المحرك',
    ],
    read: day,
  },
} satisfies Readonly<Record<string, ImportField>>;
