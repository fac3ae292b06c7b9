const FIELDS = 'input, textarea, select, [contenteditable="true"]';
/** Search texts are not lost input, and the owner of a file input stores the file itself. */
const PASSING = new Set(['search', 'file', 'button', 'submit', 'reset', 'image']);

/** The values of all fields within an element, as one text to compare; the fields of open lists are excluded. */
export function fieldValues(scope: Element): string {
  const values: string[] = [];
  for (const field of scope.querySelectorAll(FIELDS)) {
    if (field instanceof HTMLInputElement) {
      if (PASSING.has(field.type) || isOnlyShown(field)) continue;
      values.push(field.type === 'checkbox' || field.type === 'radio' ? String(field.checked) : field.value);
    } else if (field instanceof HTMLTextAreaElement) {
      if (!field.readOnly) values.push(field.value);
    } else if (field instanceof HTMLSelectElement) values.push(field.value);
    else values.push(field.textContent);
  }
  return JSON.stringify(values);
}

/** A link to copy, for example. A select is read-only to the keyboard too, but opens. */
const isOnlyShown = (field: HTMLInputElement) => field.readOnly && !field.hasAttribute('aria-haspopup');
