/**
 * The specification's date-format helper (section 7): converts 'dd-mm-yyyy hh:mm' to 'yyyy-mm-dd hh:mm'. The first
 * three parts between hyphens are reversed, followed by the time, or the fallback time if given.
 * @throws RangeError if there are fewer than three parts
 */
export function yearFirst(date: string, fallbackTime = ''): string {
  const [days = '', time = ''] = date.trim().split(/\s+/);
  const [day, month, year] = days.split('-');
  if (day === undefined || month === undefined || year === undefined) {
    throw new RangeError(`Not a date of the form dd-mm-yyyy: ${date}`);
  }
  return [`${year}-${month}-${day}`, fallbackTime || time].filter((part) => part !== '').join(' ');
}
