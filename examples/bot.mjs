// A bot for the regular board in JavaScript, with nothing but Node. It goes for the centres of others.
//
//     node examples/bot.mjs 8123
//     legation tournament standard --bots http://127.0.0.1:8123/,random
import { createServer } from "node:http";

const NEUTRAL = ["BEL", "BUL", "DEN", "GRE", "HOL", "NWY", "POR", "RUM", "SER", "SPA", "SWE", "TUN"];

/** Numbers between 0 and 1 that depend on a seed alone: the same game can be played again. */
function* draw(seed) {
  for (let state = seed % 2147483647 || 1; ; ) yield (state = (state * 48271) % 2147483647) / 2147483647;
}

function choose({ power, seed, centres, legal }) {
  const mine = new Set(centres[power]);
  const wanted = new Set([...NEUTRAL, ...Object.values(centres).flat()].filter((space) => !mine.has(space)));
  const chance = draw(seed);
  const best = new Map(); // for each unit, its best order so far
  const taken = new Set(); // two units of one power shall not go to the same space
  for (const order of legal) {
    const [unit, goal] = order.split(/ (?:- |[RSHCBD]\b)/);
    const space = order.includes(" - ") && !order.includes(" S ") ? goal.split(/[ /]/)[0] : "";
    const worth = chance.next().value + (wanted.has(space) ? 2 : 0) + (space ? 1 : 0) - (order === "WAIVE" ? 9 : 0);
    const former = best.get(unit);
    if (taken.has(space) || worth <= (former?.worth ?? -1)) continue;
    taken.delete(former?.space);
    if (space) taken.add(space);
    best.set(unit, { order, space, worth });
  }
  return [...best.values()].map(({ order }) => order);
}

createServer(async (request, response) => {
  let text = "";
  for await (const part of request) text += part;
  response.end(JSON.stringify({ orders: choose(JSON.parse(text)) }));
}).listen(Number(process.argv[2] ?? 8123), "127.0.0.1", function () {
  console.log(`http://127.0.0.1:${this.address().port}/`);
});
