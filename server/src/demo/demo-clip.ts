import sharp from 'sharp';
import { xml } from './demo-picture.ts';
import { webm } from './webm.ts';

const WIDTH = 320;
const HEIGHT = 180;
const FRAME_MS = 250;
const FRAMES = 32;

/** Eight seconds of a vehicle's dash camera, drawn: a road, passing lamps, and the car in front, which brakes. */
export async function demoClip(registration: string, seed: number): Promise<Buffer> {
  const frames: Buffer[] = [];
  for (let frame = 0; frame < FRAMES; frame += 1) {
    frames.push(
      await sharp(Buffer.from(drawn(registration, seed, frame)))
        .webp({ quality: 40, alphaQuality: 0 })
        .flatten()
        .toBuffer(),
    );
  }
  return webm({ widthPx: WIDTH, heightPx: HEIGHT, frameMs: FRAME_MS, frames });
}

function drawn(registration: string, seed: number, frame: number): string {
  const braking = frame > FRAMES / 2 && frame < FRAMES - 4;
  // The car in front comes nearer while it brakes.
  const near = 26 + (braking ? (frame - FRAMES / 2) * 2 : (seed % 5) * 2);
  const lamps = [0, 1, 2].map((nth) => {
    const way = ((frame * 5 + nth * 32 + seed * 7) % 96) / 96;
    const x = 160 + way * way * 190;
    return `<rect x="${x}" y="${96 - way * 90}" width="${2 + way * 6}" height="${way * 110 + 4}" fill="#5b6670"/>`;
  });
  const dashes = [0, 1, 2, 3].map((nth) => {
    const way = ((frame * 8 + nth * 24) % 96) / 96;
    return `<rect x="${159 - way * 3}" y="${98 + way * way * 80}" width="${2 + way * 6}" height="${2 + way * 14}" fill="#f3f1e4"/>`;
  });
  const lights = braking ? '#ff4b3a' : '#8a2a24';
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
    <rect width="${WIDTH}" height="98" fill="#a9c8e2"/><rect y="92" width="${WIDTH}" height="90" fill="#78885f"/>
    <path d="M150 96 L170 96 L330 180 L-10 180 Z" fill="#4b5157"/>${dashes.join('')}${lamps.join('')}
    <rect x="${160 - near / 2}" y="${112 - near / 3}" width="${near}" height="${near * 0.7}" rx="3" fill="#39424a"/>
    <rect x="${160 - near / 2}" y="116" width="${near / 5}" height="4" fill="${lights}"/>
    <rect x="${160 + near / 2 - near / 5}" y="116" width="${near / 5}" height="4" fill="${lights}"/>
    <text x="6" y="172" font-family="monospace" font-size="11" fill="#fff">${xml(registration)} ${(frame / 4).toFixed(2)} s</text>
  </svg>`;
}
