// Moves as a family of games writes them: numbers of draughts, holes of mancala, points of a race.
// The same as games/notation/family.py, which says how; games are stored by labels.

const LABEL = /^(?:\[([^\]]*)\] )?(\S+?)(?: \((\d+)\))?$/;
const ENDS = /^([^-=(]*)-([^-=(]*)(.*)$/;
const THROW = /^([\d#.-]+):$/;
const REST = "((?:[=(][^~]*)?)(?:~(\\d+))?$";
const SITE = "(\\w+(?:\\.\\d+)?)";
const MOVE = {
  draughts: new RegExp(`^(\\d+)[-x](\\d+)${REST}`),
  mancala: new RegExp(`^${SITE}(?:>${SITE})?${REST}`),
  race: new RegExp(`^${SITE}(?:/${SITE})?${REST}`),
  tables: new RegExp(`^${SITE}/${SITE}${REST}`),
};
const CHAIN = /^\d+(?:x\d+){2,}/;
const PASS = "pass";
const OFF = "off";

// The labels of the sites by their numbers, from the manifest of either design.
export function siteLabels({ sites, board }) {
  return (sites ?? board.sites).map(({ name, label }) => name ?? label);
}

// The numbers of the spaces of a race by their labels, where all players count them alike; else none.
export function spacesOf({ kind, names }) {
  if (kind !== "race") return {};
  const [first, ...others] = names.map((each) => (
    Object.fromEntries(Object.entries(each).filter(([, name]) => /^\d+$/.test(name)))));
  const size = Object.keys(first).length;
  const isSame = (each) => Object.keys(each).length === size && Object.keys(each).every((site) => each[site] === first[site]);
  return others.every(isSame) ? first : {};
}

// What a ply is called that is played in a frame; `names` are the labels of the sites in order.
export function familyText(family, { mover, board }, label, names) {
  const [, thrown, move, number] = LABEL.exec(label) ?? [];
  if (!move) return label;
  const stands = (name) => Boolean(board[names.indexOf(name)]);
  const text = moveText(family, mover, move, stands);
  return `${thrown === undefined ? "" : `${throwText(thrown)} `}${text}${number ? `~${number}` : ""}`;
}

function throwText(values) {
  const words = values.split(" ");
  const between = words.every((word) => word.length === 1) ? "" : ".";
  return `${words.join(between)}${between && words.length === 1 ? "." : ""}:`;
}

function moveText({ kind, names }, mover, move, stands) {
  const [, from, to, rest] = ENDS.exec(move) ?? [];
  if (from === undefined) return move;
  const [start, end] = [from, to].map((site) => names[mover - 1][site] ?? site);
  if (kind === "draughts") return `${start}${leaps(from, to, stands) ? "x" : "-"}${end}${rest}`;
  if (kind === "tables") return `${start}/${start === end ? OFF : end}${rest}`;
  return `${start === end ? start : `${start}${kind === "mancala" ? ">" : "/"}${end}`}${rest}`;
}

function leaps(from, to, stands) {
  const [x, y, toX, toY] = [from, to].flatMap((site) => [site.charCodeAt(0), Number(site.slice(1))]);
  const [across, up] = [Math.sign(toX - x), Math.sign(toY - y)];
  for (let n = 1; n < Math.abs(toX - x); n += 1) {
    if (stands(`${String.fromCharCode(x + n * across)}${y + n * up}`)) return true;
  }
  return false;
}

// The text of a turn from those of its plies.
export function turnText({ kind }, texts) {
  return texts.reduce((turn, text) => {
    const start = text.split("x")[0];
    const goesOn = kind === "draughts" && text.includes("x") && turn.endsWith(`x${start}`);
    return goesOn ? `${turn}${text.slice(start.length)}` : `${turn} ${text}`;
  });
}

// By the ply that ends each turn, what is written of all of it.
export function turnsOf(family, { labels, frames }, names) {
  const turns = new Map();
  let texts = [];
  labels.forEach((label, i) => {
    texts.push(familyText(family, frames[i], label, names));
    const { mover, outcome } = frames[i + 1];
    if (mover === frames[i].mover && !outcome && i + 1 < labels.length) return;
    turns.set(i + 1, turnText(family, texts));
    texts = [];
  });
  return turns;
}

// The plies that a text means, each as [throw, move] in words; null where it is not of this notation.
export function pliesMeant(family, text) {
  const plies = [];
  let thrown = "";
  for (const word of text.trim().split(/\s+/).flatMap((each) => leapsOf(family, each))) {
    const values = THROW.exec(word);
    if (values) thrown = values[1];
    else if (word !== PASS && !fits(family, word)) return null;
    else [plies[plies.length], thrown] = [[thrown, word], ""];
  }
  return plies.some(([values, word]) => values || word !== PASS) ? plies : null;
}

function leapsOf({ kind }, word) {
  const [chain] = (kind === "draughts" && CHAIN.exec(word)) || [];
  if (!chain) return [word];
  const sites = chain.split("x");
  const found = sites.slice(1).map((to, i) => `${sites[i]}x${to}`);
  return [...found.slice(0, -1), found.at(-1) + word.slice(chain.length)];
}

function fits({ kind, names }, word) {
  const read = MOVE[kind].exec(word);
  return Boolean(read && (read[2] || names.some((each) => Object.values(each).includes(read[1]))));
}

// The label of a ply that is meant.
export function plyLabel({ kind, names }, mover, [thrown, word]) {
  const read = word === PASS ? null : MOVE[kind].exec(word);
  if (!read) return withThrow(thrown, word);
  const [, from, to, rest, number] = read;
  const siteOf = (name) => Object.keys(names[mover - 1]).find((site) => names[mover - 1][site] === name) ?? name;
  const end = to === undefined || to === OFF ? from : to;
  return withThrow(thrown, `${siteOf(from)}-${siteOf(end)}${rest}${number ? ` (${number})` : ""}`);
}

function withThrow(values, move) {
  return values ? `[${valuesOf(values)}] ${move}` : move;
}

// The values of a throw that is written before a move.
export function valuesOf(text) {
  return (text.includes(".") ? text.replace(/\.+$/, "").split(".") : [...text]).join(" ");
}
