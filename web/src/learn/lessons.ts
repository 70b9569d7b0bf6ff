/** How to play, in plain words. Each lesson has examples, which the server stores and the judge resolves. */
export type Lesson = {
  id: string;
  title: string;
  text: readonly string[];
  examples?: readonly { example: string }[];
};

/** The game itself, on the regular board. */
export const GAME: readonly Lesson[] = [
  {
    id: "idea",
    title: "What you do",
    text: [
      "Each player is a power of Europe with a few armies and fleets. Marked spaces are centres: each feeds one unit. The first player with more than half of them wins.",
      "Every turn all players write their orders in secret. Then all orders are carried out at once. There are no dice and no cards: one unit is exactly as strong as another, so you win a fight only with help.",
      "Help comes from your own units, and from other players. That is why people talk between the turns.",
    ],
  },
  {
    id: "units",
    title: "Units and moves",
    text: [
      "There are two kinds of unit. An army moves on land. A fleet moves at sea and along coasts. A space holds one unit.",
      "In a turn each unit does one thing: it stays (holds), moves to a space beside it, supports another unit, or, as a fleet at sea, carries an army. A unit without an order stays.",
    ],
    examples: [{ example: "move" }, { example: "army-and-fleet" }],
  },
  {
    id: "stand-off",
    title: "Stand-off",
    text: [
      "When two units of equal strength want the same space, neither gets it. Both stay where they were. That is a stand-off. It is often useful, because it keeps a space empty.",
      "A unit keeps its space against an attacker that is no stronger. Two units cannot swap places.",
    ],
    examples: [{ example: "stand-off" }, { example: "hold" }, { example: "head-on" }],
  },
  {
    id: "support",
    title: "Support",
    text: [
      "A unit that supports stays where it is and adds its strength to another unit. Two are stronger than one.",
      "You may support a move or a unit that stays, and also units of other powers. Your unit can support an action in a space only if it could move there itself.",
    ],
    examples: [{ example: "support" }, { example: "support-hold" }, { example: "support-other" }],
  },
  {
    id: "cut",
    title: "Cutting a support",
    text: [
      "An attack on a supporting unit cuts its support, even if the attack fails. So the cheapest defence is often to attack the supporter.",
      "One attack does not cut: an attack from the space that the support is aimed at. That support ends only if the supporter is driven out.",
    ],
    examples: [{ example: "cut" }, { example: "not-cut" }],
  },
  {
    id: "retreat",
    title: "Driven out, and retreats",
    text: [
      "A unit that is attacked with more strength than it has is driven out, or dislodged. It is not lost. Before the next turn its owner orders a retreat, or disbands it.",
      "It may go to an empty space beside it, but not to where the attacker came from or where a stand-off has just been. If there is no such space, it is taken off the board.",
      "You can never drive out your own unit, or help others to do so.",
    ],
    examples: [{ example: "retreat" }, { example: "retreats-collide" }, { example: "own-unit" }],
  },
  {
    id: "convoy",
    title: "Convoys",
    text: [
      "A fleet at sea can carry an army from one coast to another in one turn. Order the army to the far coast, and the fleet to convoy it. A chain of fleets carries an army over several seas.",
      "If a fleet on the way is driven out, the convoy is disrupted and the army stays. An attack that fails does no harm.",
    ],
    examples: [{ example: "convoy" }, { example: "convoy-chain" }, { example: "convoy-broken" }],
  },
  {
    id: "coasts",
    title: "Coasts",
    text: ["A few spaces have two coasts that do not meet. A fleet there stands on one of them, and an order names it. For armies it makes no difference."],
    examples: [{ example: "coasts" }],
  },
  {
    id: "centres",
    title: "Centres, builds and removals",
    text: [
      "A year has a Spring turn and a Fall turn. After Fall you own each centre in which a unit of yours stands. You keep it when the unit moves on, until another power's unit stands there after a Fall.",
      "In Winter you compare the two. With more centres than units, you build in your empty home centres. With more units than centres, you remove units.",
    ],
    examples: [{ example: "build" }, { example: "remove" }],
  },
  {
    id: "win",
    title: "Winning",
    text: ["On the regular board 18 of the 34 centres win, after a Fall. The surviving players may also agree on a draw."],
    examples: [{ example: "win" }],
  },
  {
    id: "talk",
    title: "Talking",
    text: [
      "Between turns you write to the other players: to one, to several, or to all. You agree on moves, supports and spheres of interest.",
      "No promise is binding, neither yours nor theirs. Only the orders count. Most games are won by the players who are trusted longest.",
    ],
  },
];

/** What the world boards add. */
export const WORLD: readonly Lesson[] = [
  {
    id: "wrap",
    title: "The world is round",
    text: [
      "On the Colonia boards east and west meet: fleets sail over the edge of the map, and the board scrolls endlessly.",
    ],
    examples: [{ example: "C7-3" }],
  },
  {
    id: "colonies",
    title: "Colonies and special centres",
    text: [
      "A colony is a centre where any owner may build, as in a home centre. In a special centre only one or two powers may build; for all others it just counts. So wars move overseas, because units appear where the colonies are.",
    ],
    examples: [{ example: "C7-5a-build" }, { example: "C7-6a" }],
  },
  {
    id: "islands",
    title: "Islands and retreats over the sea",
    text: [
      "An army that is driven off an island has nowhere to walk. In Colonia III and VII a fleet of its own power may carry it over one sea. No army may enter some islands.",
    ],
    examples: [{ example: "C7-4b" }, { example: "C1-4" }],
  },
  {
    id: "canals",
    title: "Canals, crossings and boxes",
    text: [
      "Fleets can pass through some land spaces, such as Constantinople, Egypt (Suez) in Cline's game, and Siberia's coast in Colonia. Armies can cross some straits. A box at the edge of the board joins two distant seas.",
    ],
    examples: [{ example: "N9-10b" }, { example: "N9-8" }, { example: "CV-20" }],
  },
  {
    id: "ageing",
    title: "Colonies that age",
    text: [
      "In the Colonial Variant a colony counts after a year and becomes permanent after three. Before that, a fight over it makes it worthless to everyone.",
    ],
    examples: [{ example: "CV-5a" }, { example: "CV-6a" }],
  },
  {
    id: "ships",
    title: "Armies aboard, and transport fleets",
    text: [
      "The Colonial Variant has no convoys. An army goes aboard a ship, sails with it for any length of time, and lands. Transport fleets are extra ships for this: they carry and defend, but never attack.",
    ],
    examples: [{ example: "CV-7a" }, { example: "CV-8a" }, { example: "CV-13" }],
  },
  {
    id: "bombs",
    title: "Bombs",
    text: [
      "Any game may be played with the Gigaton Bomb. A bomb flies from any space to any other and destroys everything there. After that, land is closed for good, and a sea for two movement phases.",
    ],
    examples: [{ example: "GB-2" }, { example: "GB-3b-sea" }, { example: "GB-5" }],
  },
  {
    id: "votes",
    title: "Ending a long game",
    text: [
      "A game on a large board need not go on until someone has fifty centres. In Colonia III and VII the powers vote: with enough centres in favour, they concede the game to one power or several. The rules of each board say how many.",
    ],
  },
];

/** The same orders, judged by one rulebook and by another. */
export const RULEBOOKS: readonly Lesson[] = [
  {
    id: "routes",
    title: "A convoy with two routes",
    text: ["One fleet is lost, but another could have carried the army just as well."],
    examples: [{ example: "routes-1971" }, { example: "routes-2000" }],
  },
  {
    id: "kidnap",
    title: "A convoy that nobody asked for",
    text: ["An army could walk, and a foreign fleet offers to carry it."],
    examples: [{ example: "kidnap-1971" }, { example: "kidnap-2000" }],
  },
  {
    id: "paradox",
    title: "A convoy that decides its own fate",
    text: ["A convoyed army attacks, and its attack decides whether its own convoy survives. Does it arrive?"],
    examples: [{ example: "paradox-1982" }, { example: "paradox-2000" }],
  },
  {
    id: "back",
    title: "Where a convoyed attacker came from",
    text: ["A unit may not retreat to where its attacker came from. But where does an attacker that crossed the sea come from?"],
    examples: [{ example: "back-1982" }, { example: "back-2000" }],
  },
  {
    id: "twice",
    title: "Two orders for one unit",
    text: ["It happens, especially by post."],
    examples: [{ example: "twice-1971" }, { example: "twice-2000" }],
  },
  {
    id: "removal",
    title: "Removals that nobody ordered",
    text: ["A power that must remove units but does not say which loses those farthest away. Farthest from what?"],
    examples: [{ example: "removal-2000" }, { example: "removal-2023" }],
  },
];
