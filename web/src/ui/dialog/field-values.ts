const FIELDS = 'input, textarea, select, [contenteditable="true"]';
/** What is searched for is not lost, and a file is kept by whoever asked for it. */
const PASSING = new Set(['search', 'file', 'button', 'submit', 'reset', 'image']);

/** What the fields within an element hold, as one text to compare; the fields of lists that are open are not among them. */
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

/** A link to copy, say. A list of choices is read-only to the keyboard, too, but opens. */
const isOnlyShown = (field: HTMLInputElement) => field.readOnly && !field.hasAttribute('aria-haspopup');
