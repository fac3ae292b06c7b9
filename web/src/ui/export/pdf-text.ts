import type { jsPDF } from 'jspdf';

/** Windows-1252, all that a PDF's built-in fonts can write. */
const BUILT_IN = /^[\u0020-\u007E\u00A0-\u00FF€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]*$/;
/** Pixels a point: sharp in print. */
const SCALE = 4;
/** The letters of the application itself, with the fonts that it brings for other scripts. */
const family = () => getComputedStyle(document.body).fontFamily;

/** Whether the PDF's own fonts have every letter of the text. */
export const isBuiltIn = (text: string): boolean => BUILT_IN.test(text);

/** Has the browser fetch the fonts that it needs to draw those texts that the PDF's own fonts cannot write. */
export async function loadFonts(texts: readonly string[]): Promise<void> {
  const letters = new Set(texts.filter((text) => !isBuiltIn(text)).flatMap((text) => text.match(/./gsu) ?? []));
  if (letters.size === 0) return;
  const wanted = [...letters].join('');
  await Promise.all(['', 'bold '].map((weight) => document.fonts.load(`${weight}16px ${family()}`, wanted)));
}

export interface PdfPen {
  measure: (text: string) => number;
  /** Writes the text with its base line at y; `end` is the right edge that a right-to-left text is set against. */
  write: (text: string, x: number, y: number, end: number) => void;
  setBold: (bold: boolean) => void;
}

const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC]/;

/**
 * Writes into a PDF in any script. Latin is written with the built-in Helvetica. Everything else (Hindi, Arabic,
 * Chinese …) needs shaping that PDF writers get wrong, so the browser draws it and the PDF holds the picture: it reads
 * right in every script that the person's machine has fonts for, but cannot be searched.
 */
export function createPdfPen(pdf: jsPDF, size: number): PdfPen {
  let bold = false;
  const pictures = new Map<string, HTMLCanvasElement>();
  const probe = document.createElement('canvas').getContext('2d');
  const font = (px: number) => `${bold ? 'bold ' : ''}${px}px ${family()}`;

  const drawnWidth = (text: string) => {
    if (!probe) return text.length * size;
    probe.font = font(size);
    return probe.measureText(text).width;
  };
  const measure = (text: string) => (isBuiltIn(text) ? pdf.getTextWidth(text) : drawnWidth(text));

  const draw = (text: string) => {
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.ceil(drawnWidth(text) * SCALE));
    canvas.height = Math.ceil(size * 1.6 * SCALE);
    const pen = canvas.getContext('2d');
    if (pen) {
      const rightToLeft = RIGHT_TO_LEFT.test(text);
      pen.font = font(size * SCALE);
      pen.fillStyle = '#101828';
      pen.direction = rightToLeft ? 'rtl' : 'ltr';
      pen.textAlign = 'left';
      pen.fillText(text, 0, size * 1.15 * SCALE);
    }
    return canvas;
  };

  return {
    measure,
    setBold(next) {
      bold = next;
      pdf.setFont('helvetica', next ? 'bold' : 'normal');
      pdf.setFontSize(size);
    },
    write(text, x, y, end) {
      if (text === '') return;
      if (isBuiltIn(text)) {
        pdf.text(text, x, y);
        return;
      }
      const key = `${bold ? 'b' : 'n'}${text}`;
      const picture = pictures.get(key) ?? draw(text);
      pictures.set(key, picture);
      const width = picture.width / SCALE;
      const left = RIGHT_TO_LEFT.test(text) ? Math.max(x, end - width) : x;
      pdf.addImage(picture, 'PNG', left, y - size * 1.15, width, picture.height / SCALE, key, 'FAST');
    },
  };
}
