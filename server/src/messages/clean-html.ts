import sanitize from 'sanitize-html';

/** The elements that the editor in the browser creates. */
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
/** Nothing that a person wrote is nested deeper. */
const MAX_DEPTH = 30;

/** Sanitises the HTML of a person's text: removes all other elements, scripts and styles including their content. */
export const cleanHtml = (html: string): string =>
  sanitize(html, {
    allowedTags: MARKS,
    allowedAttributes: { a: ['href'] },
    allowedSchemes: ['http', 'https', 'mailto'],
    allowProtocolRelative: false,
    nestingLimit: MAX_DEPTH,
    // A link whose address was removed is no link.
    exclusiveFilter: (frame) => frame.tag === 'a' && frame.attribs['href'] === undefined && frame.text === '',
  });

const ENTITIES: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' };

/** Converts the HTML to plain text: a line for each paragraph and item. */
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
