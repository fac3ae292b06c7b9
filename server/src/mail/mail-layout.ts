import { type Language, traitsOf } from '@milepost/contract/languages';
import { oneLine } from '../texts/text.ts';

interface Letter {
  subject: string;
  /** Paragraphs separated by empty lines; the last one states why one receives the mail, and how to stop it. */
  text: string;
  language: Language;
  organisation: string;
  /** The only URLs that become links: these, and those below them. */
  own: readonly string[];
}

const LINK = /https?:\/\/[^\s<>"]+/g;
const FONT = "font-family:'Noto Sans','Segoe UI',Tahoma,Arial,sans-serif";

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/**
 * A paragraph in HTML, with our own URLs as links. Other URLs stay text: names of vehicles and reports, which many
 * people can edit, could otherwise lead readers of our mails anywhere.
 */
function paragraph(text: string, own: readonly string[]): string {
  let html = '';
  let end = 0;
  for (const { 0: link, index } of text.matchAll(LINK)) {
    if (!own.some((one) => link === one || link.startsWith(`${one}/`))) continue;
    html += `${escaped(text.slice(end, index))}<a href="${escaped(link)}" style="color:#1d5fd0" dir="ltr">${escaped(link)}</a>`;
    end = index + link.length;
  }
  return (html + escaped(text.slice(end))).replaceAll('\n', '<br>');
}

/**
 * The common HTML layout of all mails, next to their text: the organisation on top, subject, paragraphs, and in small
 * print the reason for receiving it. Only features that every mail program supports: a table, inline styles, no
 * external content.
 */
export function mailHtml({ subject, text, language, organisation, own }: Letter): string {
  const all = text.split(/\n{2,}/);
  const end = all.length > 1 ? all.at(-1) : undefined;
  const body = end === undefined ? all : all.slice(0, -1);
  const dir = traitsOf(language).direction;
  const align = dir === 'rtl' ? 'right' : 'left';
  return `<!doctype html>
<html lang="${language}" dir="${dir}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(subject)}</title></head>
<body style="margin:0;padding:24px 12px;background:#f3f4f6;${FONT}" dir="${dir}">
<table role="presentation" align="center" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px;margin:0 auto;background:#ffffff;border:1px solid #e4e7ec;border-radius:12px">
<tr><td align="${align}" style="padding:20px 24px 0;color:#475467;font-size:13px;font-weight:600">${escaped(oneLine(organisation))}</td></tr>
<tr><td align="${align}" style="padding:8px 24px 0"><h1 style="margin:0;color:#101828;font-size:19px;line-height:1.35">${escaped(subject)}</h1></td></tr>
<tr><td align="${align}" style="padding:4px 24px 16px;color:#1d2939;font-size:15px;line-height:1.55;overflow-wrap:anywhere">${body.map((one) => `<p style="margin:12px 0 0">${paragraph(one, own)}</p>`).join('')}</td></tr>
${end === undefined ? '' : `<tr><td align="${align}" style="padding:14px 24px 20px;border-top:1px solid #e4e7ec;color:#667085;font-size:13px;line-height:1.5">${paragraph(end, own)}</td></tr>`}
</table></body></html>`;
}
