/**
 * Whether a text is a phone number in international form, of digits and spaces alone. Its plus begins no formula, so a
 * CSV file has it without the apostrophe that would become part of the number for every other program.
 */
export const isDialledNumber = (text: string): boolean => /^\+\d[\d ]{4,20}$/.test(text);
