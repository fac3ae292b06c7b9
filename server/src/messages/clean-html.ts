import sanitize from 'sanitize-html';

/** The marks that the editor of the browser makes. */
const MARKS = [
  'p',
  'br',
  'strong',
  'em',
  'u',
  's',
  'h2',
  'h3',
  'ul',
  'ol',
  'li',
  'blockquote',
  'hr',
  'code',
  'pre',
  'a',
];
/** Deeper is nothing that a person wrote. */
const MOST_DEPTH = 30;

/** Text with marks as a person wrote it: whatever else it holds is taken out, scripts and styles with what is in them. */
export const cleanHtml = (html: string): string =>
  sanitize(html, {
    allowedTags: MARKS,
    allowedAttributes: { a: ['href'] },
    allowedSchemes: ['http', 'https', 'mailto'],
    allowProtocolRelative: false,
    nestingLimit: MOST_DEPTH,
    // An address that leads nowhere any more is no link.
    exclusiveFilter: (frame) => frame.tag === 'a' && frame.attribs['href'] === undefined && frame.text === '',
  });

const ENTITIES: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' };

/** The same without marks: a line for each paragraph and item. */
export const plainText = (html: string): string =>
  sanitize(
    html
      .replaceAll(/<li>/g, '<li>- ')
      .replaceAll(/<(?:br|hr) ?\/?>/g, '\n')
      .replaceAll(/<\/(?:p|h2|h3|li|blockquote|pre)>/g, '$&\n'),
    { allowedTags: [], allowedAttributes: {} },
  )
    .replaceAll(/&(?:lt|gt|quot|amp);/g, (entity) => ENTITIES[entity] ?? entity)
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
