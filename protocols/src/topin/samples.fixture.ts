const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'));

/** Encodes 10:15:30 on 2026-03-22, length and 9 satellites, 34.9055 and 56.1913 degrees in parts of 1,800,000. */
const PLACE = '1a03160a0f1e9903beb54c0607571428';

/** The address and the strength of a network. */
const NETWORK = '00112233445528';
/** Encodes country 748, operator 1, two of area, cell and strength. */
const CELLS = '02ec01071e4a9764071e4a9855';

/** Frames constructed from the maker's protocol, not recorded from a device. */
export const FRAMES = {
  login: bytes('78780d0103560000000000134d0d0a'),
  alive: bytes('787801080d0a'),
  status: bytes('78780a134240081964000000000d0a'),
  shortStatus: bytes('78780713514d0819640d0a'),
  clock: bytes('787801300d0a'),
  // Flags: bit 12 a fix, bit 11 west, no bit 10 for the north; 87 degrees.
  place: bytes(`78781210${PLACE}18570d0a`),
  storedPlace: bytes(`78781211${PLACE}08570d0a`),
  networks: bytes(`78780169260322101530${NETWORK}02${CELLS}010d0a`),
};

export const SAMPLES = Object.values(FRAMES);
