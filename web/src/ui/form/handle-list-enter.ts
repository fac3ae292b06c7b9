/**
 * Enter in a field with a list of choices belongs to the list: it opens the list, or chooses the typed text, and never
 * submits the form with a half-made choice. Listens after the fields themselves, which handle an Enter that chooses.
 */
export function handleListEnter(event: KeyboardEvent): void {
  const field = event.target;
  if (event.key !== 'Enter' || event.defaultPrevented || !(field instanceof HTMLInputElement)) return;
  if (field.form === null || field.getAttribute('aria-haspopup') !== 'listbox') return;
  event.preventDefault();
  if (field.dataset['expanded'] === undefined) return field.click();
  // A list that has just opened has no highlighted option yet.
  const list = document.getElementById(field.getAttribute('aria-controls') ?? '');
  if (field.value !== '') list?.querySelector<HTMLElement>('[data-combobox-option]')?.click();
}
