/** '1.2 MB', '340 kB', '0 kB' */
export function formatSize(bytes: number | null): string {
  if (bytes === null) return "";
  if (bytes >= 1e9) return `${(bytes / 1e9).toFixed(1)} GB`;
  if (bytes >= 1e6) return `${(bytes / 1e6).toFixed(1)} MB`;
  return `${Math.ceil(bytes / 1000)} kB`;
}
