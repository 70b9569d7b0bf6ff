/** How to play, in plain words. Each lesson has examples, which the server keeps and the judge answers. */
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
    title: "What one does",
    text: [
      "Each player is a power of Europe with a few armies and fleets. Marked spaces are centres: each feeds one unit. Whoever gets more than half of them wins.",
      "Every turn all players write their orders in secret. Then all orders are carried out at once. There are no dice and no cards: one unit is exactly as strong as another, so you win a fight only with help.",
      "Help comes from your own units, and from other players. That is why people talk between the turns.",
    ],
  },
  {
    id: "units",
    title: "Units and moves",
    text: [
      "There are two kinds of unit. An army goes over land. A fleet goes over sea and along coasts. One unit fits into a space.",
      "In a turn each unit does one thing: it stays (holds), moves to a space beside it, supports another unit, or, as a fleet at sea, carries an army. A unit without an order stays.",
    ],
    examples: [{ example: "move" }, { example: "army-and-fleet" }],
  },
  {
    id: "stand-off",
    title: "Stand-off",
    text: [
      "When two units of equal strength want the same space, neither gets it. Both stay where they were. That is a stand-off, and often one wants it: it keeps a space free.",
      "A unit that is in a space already keeps it against an attacker that is no stronger. And two units cannot swap places.",
    ],
    examples: [{ example: "stand-off" }, { example: "hold" }, { example: "head-on" }],
  },
  {
    id: "support",
    title: "Support",
    text: [
      "A unit that supports stays where it is and adds its strength to another one. Two are stronger than one.",
      "You may support a move or a unit that stays, and you may support units of other powers. You can only support into a space to which your unit could have moved itself.",
    ],
    examples: [{ example: "support" }, { example: "support-hold" }, { example: "support-other" }],
  },
  {
    id: "cut",
    title: "Cutting a support",
    text: [
      "A unit that is attacked cannot help others. The attack need not succeed: it is enough that it comes. So the cheapest defence is often to attack the helper.",
      "One attack does not cut: that from the very space against which the support is given. Such a support ends only if the helper is driven out.",
    ],
    examples: [{ example: "cut" }, { example: "not-cut" }],
  },
  {
    id: "retreat",
    title: "Driven out, and retreats",
    text: [
      "A unit that is attacked with more strength than it has is driven out. It is not lost. Before the next turn its owner says where it goes, or gives it up.",
      "It may go to a space beside it that is empty. Not to where the attacker came from, and not to where a stand-off has just been. If there is no such space it is taken off the board.",
      "You never drive out a unit of your own, nor help others to do so.",
    ],
    examples: [{ example: "retreat" }, { example: "retreats-collide" }, { example: "own-unit" }],
  },
  {
    id: "convoy",
    title: "Convoys",
    text: [
      "A fleet at sea can carry an army from one coast to another in one turn. The army is ordered to the far coast, the fleet to convoy it. With several fleets in a row the army goes over several seas.",
      "If a fleet on the way is driven out, the convoy is broken and the army stays. An attack that fails does not disturb it.",
    ],
    examples: [{ example: "convoy" }, { example: "convoy-chain" }, { example: "convoy-broken" }],
  },
  {
    id: "coasts",
    title: "Coasts",
    text: ["A few spaces have two coasts that do not meet. A fleet there is on one of them, and its order names it. Armies need not care."],
    examples: [{ example: "coasts" }],
  },
  {
    id: "centres",
    title: "Centres, builds and removals",
    text: [
      "A year has a Spring turn and a Fall turn. After Fall you own each centre in which a unit of yours stands. You keep it when the unit goes on, until somebody else ends a Fall there.",
      "In Winter you count. More centres than units: you build, in home centres of yours that are empty. More units than centres: you give units up.",
    ],
    examples: [{ example: "build" }, { example: "remove" }],
  },
  {
    id: "win",
    title: "Winning",
    text: ["On the regular board 18 of the 34 centres win, after a Fall. The players who are left may also agree on a draw."],
    examples: [{ example: "win" }],
  },
  {
    id: "talk",
    title: "Talking",
    text: [
      "Between the turns you write to the others: to one, to several, or to all. You agree on who moves where, who supports whom, and what you leave to each other.",
      "Nothing that you promise binds you, and nothing that you are promised binds the others. What counts is what stands in the orders. Most games are won by those who are trusted for longest.",
    ],
  },
];

/** What the boards of the whole world add. */
export const WORLD: readonly Lesson[] = [
  {
    id: "wrap",
    title: "The world is round",
    text: [
      "On the Colonia boards east and west meet: fleets sail over the edge of the map, and the board scrolls without an end.",
    ],
    examples: [{ example: "C7-3" }],
  },
  {
    id: "colonies",
    title: "Colonies and special centres",
    text: [
      "A colony is a centre where whoever owns it may build, like a home. A special centre builds for one or two powers and only counts for all others. So wars move overseas: units appear where the colonies are.",
    ],
    examples: [{ example: "C7-5a-build" }, { example: "C7-6a" }],
  },
  {
    id: "islands",
    title: "Islands and retreats over the sea",
    text: [
      "An army that is driven off an island has nowhere to walk. In Colonia III and VII a fleet of its own power may carry it away over one sea. Some islands take no armies at all.",
    ],
    examples: [{ example: "C7-4b" }, { example: "C1-4" }],
  },
  {
    id: "canals",
    title: "Canals, crossings and boxes",
    text: [
      "Some land lets fleets through, as Constantinople does: Egypt at Suez in Cline's game, Siberia's coast in Colonia. Some straits are crossed on foot. And a box at the edge of the board joins two far seas.",
    ],
    examples: [{ example: "N9-10b" }, { example: "N9-8" }, { example: "CV-20" }],
  },
  {
    id: "ageing",
    title: "Colonies that age",
    text: [
      "In the Colonial Variant a colony counts after a year, and after three years nobody can disturb it any more. Before that a fight over it makes it worth nothing to anybody.",
    ],
    examples: [{ example: "CV-5a" }, { example: "CV-6a" }],
  },
  {
    id: "ships",
    title: "Armies aboard, and transport fleets",
    text: [
      "The Colonial Variant has no convoys. An army goes aboard a ship, sails with it for as long as it likes, and lands. Transport fleets are extra ships for that: they carry and defend, but never attack.",
    ],
    examples: [{ example: "CV-7a" }, { example: "CV-8a" }, { example: "CV-13" }],
  },
  {
    id: "bombs",
    title: "Bombs",
    text: [
      "Any game may be played with the Gigaton Bomb. A bomb flies from any space to any space, and destroys all that is there. Land is closed for good after it, a sea for two moves.",
    ],
    examples: [{ example: "GB-2" }, { example: "GB-3b-sea" }, { example: "GB-5" }],
  },
  {
    id: "votes",
    title: "Ending a long game",
    text: [
      "On the large boards nobody has to reach fifty centres. In Colonia III and VII the powers vote: with enough centres in favour a game is conceded to one power or to several. The rules of each board say how many.",
    ],
  },
];

/** The same orders, judged by one rulebook and by another. */
export const RULEBOOKS: readonly Lesson[] = [
  {
    id: "routes",
    title: "A convoy with two ways",
    text: ["A fleet is lost, and another could have carried the army just as well."],
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
    title: "A convoy that decides about itself",
    text: ["The army lands on the unit that guards its own ship. If it lands, should it have come at all?"],
    examples: [{ example: "paradox-1982" }, { example: "paradox-2000" }],
  },
  {
    id: "back",
    title: "Where a convoyed attacker came from",
    text: ["A unit does not retreat to where its attacker came from. But where does an attacker come from who crossed the sea?"],
    examples: [{ example: "back-1982" }, { example: "back-2000" }],
  },
  {
    id: "twice",
    title: "Two orders for one unit",
    text: ["It happens, above all by post."],
    examples: [{ example: "twice-1971" }, { example: "twice-2000" }],
  },
  {
    id: "removal",
    title: "Removals that nobody ordered",
    text: ["Who must give units up and does not say which, loses those that are farthest away. From what?"],
    examples: [{ example: "removal-2000" }, { example: "removal-2023" }],
  },
];
