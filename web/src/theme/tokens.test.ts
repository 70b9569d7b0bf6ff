import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { DARK, LIGHT, type Tokens } from "./tokens";

const css = readFileSync(new URL("./tokens.css", import.meta.url), "utf8");

function blockOf(selector: string): string {
  const start = css.indexOf(`${selector} {`);
  return css.slice(start, css.indexOf("}", start));
}

test.each([
  [":root", LIGHT],
  [':root[data-theme="dark"]', DARK],
])("the board paints with the tokens of the page: %s", (selector, tokens) => {
  const block = blockOf(selector);
  for (const [name, colour] of Object.entries(tokens satisfies Tokens)) {
    const word = name.replace(/([A-Z]|\d)/g, (letter) => `-${letter.toLowerCase()}`);
    expect(block).toContain(`--${word}: ${colour.toLowerCase()};`);
  }
});
