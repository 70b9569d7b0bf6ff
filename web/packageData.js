// Copies what the drawing and the forge need into the Python package, with the licences: nobody who installs it needs npm.
import { copyFileSync, mkdirSync, rmSync } from "node:fs";
import { basename, join } from "node:path";

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
