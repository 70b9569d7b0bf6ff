// Copies what the drawing and the forge need into the Python package, with the licences: nobody who installs it needs npm.
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import subsetFont from "subset-font";

const MODULES = join(import.meta.dirname, "node_modules");
const PACKAGE = join(import.meta.dirname, "../src/legation");
const GARAMOND = "@expo-google-fonts/eb-garamond";
const SANS = "@expo-google-fonts/source-sans-3";

/** Files by the folder they go to; the second name, where there is one, is the name they get there. */
const DATA = {
  "render/files/typefaces": [
    [`${GARAMOND}/500Medium/EBGaramond_500Medium.ttf`],
    [`${GARAMOND}/500Medium_Italic/EBGaramond_500Medium_Italic.ttf`],
    [`${GARAMOND}/600SemiBold/EBGaramond_600SemiBold.ttf`],
    [`${GARAMOND}/700Bold/EBGaramond_700Bold.ttf`],
    [`${GARAMOND}/LICENSE_FONT`, "EBGaramond-LICENSE.txt"],
    [`${SANS}/400Regular/SourceSans3_400Regular.ttf`],
    [`${SANS}/600SemiBold/SourceSans3_600SemiBold.ttf`],
    [`${SANS}/700Bold/SourceSans3_700Bold.ttf`],
    [`${SANS}/LICENSE_FONT`, "SourceSans3-LICENSE.txt"],
  ],
  "forge/world_atlas": [["world-atlas/land-50m.json"], ["world-atlas/LICENSE", "LICENSE.txt"]],
};

for (const [folder, files] of Object.entries(DATA)) {
  const target = join(PACKAGE, folder);
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  for (const [source, name] of files) copyFileSync(join(MODULES, source), join(target, name ?? basename(source)));
}

/** Printable ASCII and Latin-1, and the signs that our sentences use: what names and legends are written with. */
const LETTERS = [
  ...Array.from({ length: 0x7f - 0x20 }, (_, index) => 0x20 + index),
  ...Array.from({ length: 0x100 - 0xa1 }, (_, index) => 0xa1 + index),
]
  .map((code) => String.fromCodePoint(code))
  .join("")
  .concat("–—‘’“”…→←");

/** Small copies of the typefaces, which go into SVG pictures: with these letters only, and without other forms of them. */
const typefaces = join(PACKAGE, "render/files/typefaces");
for (const file of readdirSync(typefaces).filter((name) => name.endsWith(".ttf"))) {
  const face = await subsetFont(readFileSync(join(typefaces, file)), LETTERS, { targetFormat: "woff2", noLayoutClosure: true });
  writeFileSync(join(typefaces, file.replace(".ttf", ".woff2")), face);
}
