export type Params = Record<string, string>;

/** The params of a path that matches a pattern such as `/games/:game`, or null. */
export function matchPath(pattern: string, path: string): Params | null {
  const wanted = split(pattern);
  const given = split(path);
  if (wanted.length !== given.length) return null;
  const params: Params = {};
  for (const [number, part] of wanted.entries()) {
    const word = given[number] ?? "";
    if (part.startsWith(":")) {
      const value = decode(word);
      if (value === null) return null;
      params[part.slice(1)] = value;
    } else if (part !== word) return null;
  }
  return params;
}

function split(path: string): string[] {
  return path.split("/").filter((part) => part !== "");
}

function decode(word: string): string | null {
  try {
    return decodeURIComponent(word);
  } catch {
    return null;
  }
}
