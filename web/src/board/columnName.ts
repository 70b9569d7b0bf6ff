/** The letters of a column on the ruler: A to Z, then AA, AB ... The first page needs them, but no board. */
export function columnName(number: number): string {
  const letter = String.fromCharCode(65 + (number % 26));
  return number < 26 ? letter : String.fromCharCode(64 + Math.floor(number / 26)) + letter;
}
