import type { jsPDF } from 'jspdf';

/** Windows-1252, the characters that a PDF's built-in fonts support. */
const BUILT_IN = /^[\u0020-\u007E\u00A0-\u00FF€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]*$/;
/** Pixels per point: sharp in print. */
const SCALE = 4;
/** The fonts of the application, including those for other scripts. */
const family = () => getComputedStyle(document.body).fontFamily;

/** True if the PDF's built-in fonts support every character of the text. */
export const isBuiltIn = (text: string): boolean => BUILT_IN.test(text);

/** Lets the browser load the fonts for those texts that the PDF's built-in fonts cannot write. */
export async function loadFonts(texts: readonly string[]): Promise<void> {
  const letters = new Set(texts.filter((text) => !isBuiltIn(text)).flatMap((text) => text.match(/./gsu) ?? []));
  if (letters.size === 0) return;
  const wanted = [...letters].join('');
  await Promise.all(['', 'bold '].map((weight) => document.fonts.load(`${weight}16px ${family()}`, wanted)));
}

export interface PdfPen {
  measure: (text: string) => number;
  /** Writes the text with its baseline at y; `end` is the right edge for a right-to-left text. */
  write: (text: string, x: number, y: number, end: number) => void;
  setBold: (bold: boolean) => void;
}

const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC]/;

/**
 * Writes text of any script into a PDF. Latin is written with the built-in Helvetica. Other scripts (Hindi, Arabic,
 * Chinese …) need shaping that PDF writers get wrong, so the browser draws them and the PDF contains the picture: it is
 * correct in every script that the person's machine has fonts for, but cannot be searched.
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
