/**
 * Enter in a field with a list of choices belongs to the list: it opens it, or chooses what is typed, and never sends
 * the form with a choice half made. Listens behind the fields themselves, which take an Enter that chooses.
 */
export function handleListEnter(event: KeyboardEvent): void {
  const field = event.target;
  if (event.key !== 'Enter' || event.defaultPrevented || !(field instanceof HTMLInputElement)) return;
  if (field.form === null || field.getAttribute('aria-haspopup') !== 'listbox') return;
  event.preventDefault();
  if (field.dataset['expanded'] === undefined) return field.click();
  // A list that has just opened highlights nothing yet.
  const list = document.getElementById(field.getAttribute('aria-controls') ?? '');
  if (field.value !== '') list?.querySelector<HTMLElement>('[data-combobox-option]')?.click();
}
