/** '1 centre, 2 units'. */
export function tellHoldings(centres: number, units: number): string {
  return `${centres} ${centres === 1 ? "centre" : "centres"}, ${units} ${units === 1 ? "unit" : "units"}`;
}
