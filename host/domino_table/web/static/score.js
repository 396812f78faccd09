// Accounts, badges and facts of a match, in the manner of its game.

import { minus, text } from "./texts.js";

// Names of the sides: a seat each, pairs across, and where teams take turns two names for each that waits.
export function sideNames(names, count) {
  if (count === names.length) return names;
  return [...Array(count).keys()].map((team) => pair(names, team).join(" + "));
}

const pair = (names, team) => (team < 2 ? [names[team], names[team + 2]] : names.slice(2 * team, 2 * team + 2));

// Who sits at a seat now.
export function nameAt(game, standing, seat) {
  const seated = game.seats.length > 4 ? standing?.seated : null;
  return seated ? pair(game.seats, seated[seat % 2])[seat >> 1] : game.seats[seat];
}

const seatsOf = (game) => Math.min(game.seats.length, 4);

function sideOf(game, standing, seat) {
  return standing?.sides?.[seat] ?? ((game.accounts?.length ?? 0) < seatsOf(game) ? seat % 2 : seat);
}

// {points, kind, caption} of a seat's account; kind: remembered, opened, plain or shut.
export function account(game, standing, seat) {
  const side = sideOf(game, standing, seat);
  const held = game.accounts?.[side] ?? {};
  if ("generals" in held) return { points: String(held.generals), kind: "plain", caption: text("generals") };
  if ("sets" in held) return { points: String(held.tiebreak ?? held.points), kind: "plain", caption: "" };
  if (held.opened === false) return { points: `+${held.remembered}`, kind: "remembered", caption: "" };
  const points = minus(held.score ?? 0);
  if ("opened" in held || game.game === "kozel") return { points, kind: "opened", caption: "" };
  if (standing && "owner" in standing) return { points, kind: standing.owner === side ? "opened" : "shut", caption: "" };
  return { points, kind: "plain", caption: "" };
}

// What else is to be said of a seat, in a word or two each.
export function badges(game, standing, seat) {
  const found = [];
  const end = game.phase === "match_over" ? game.match_end : null;
  if (end) {
    const index = game.seats.length > 4 ? sideOf(game, standing, seat) : seat;
    const title = end.titles?.[index];
    if (end.winners.includes(index) && !end.draw) found.push(text("badge_won"));
    if (title) found.push(text(`badge_${title}`));
    return found;
  }
  if (standing?.server === seat) found.push(text("badge_serves"));
  if (standing?.hundred === seat) found.push(text("badge_hundred"));
  if (standing?.debt?.seat === seat) found.push(text("badge_debt", { points: standing.debt.stake }));
  if (standing?.closing === seat) found.push(text("badge_closing"));
  return found;
}

// The game, its target, round, bazaar and what waits, as short texts.
export function facts(game, standing) {
  if (!game?.game) return [];
  const { params, round } = game;
  const target = params.target ?? params.generals_limit;
  const found = [text(`game_${game.game}`)];
  if (target && !found[0].endsWith(target)) found[0] += ` ${text("to", { points: target })}`;
  if (params.sets_to_win) found[0] += ` ${text("sets_to_win", { count: params.sets_to_win })}`;
  if (round) found.push(params.rounds ? `${text("round", { round })} / ${params.rounds}` : text("round", { round }));
  if (game.stock_count) found.push(text("stock", { count: game.stock_count }));
  if (game.layout?.sausages) found.push(text("sausages", { count: game.layout.sausages }));
  if (standing?.waiting?.length) {
    found.push(text("waiting", { names: standing.waiting.map((team) => pair(game.seats, team).join(" + ")).join(", ") }));
  }
  return found;
}

// What is carried over to the next winner or loser.
export function carried(game, standing) {
  if (standing?.eggs) return `${text("eggs")} +${standing.eggs}`;
  return game?.carry ? `${text("fish")} +${game.carry}` : "";
}

// The open ends in words; on a cross with those that are closed, and their sum where fives count.
export function ends(game, standing) {
  if (game.phase !== "play" || !game.layout?.first) return "";
  const open = Object.values(game.layout.arms).map((arm) => ({ value: arm.open, open: arm.open >= 0 }));
  const shown = (standing?.arms ?? open).filter((arm) => arm.open || arm.closed)
    .map(({ value, closed }) => (closed ? "×" : value)).join(" · ");
  return standing && "sum" in standing ? text("ends_sum", { ends: shown, sum: standing.sum }) : text("ends", { ends: shown });
}

// Tiles that lie face down: the tips of closed arms.
export function closedTiles(game) {
  const found = new Set();
  if (!game?.params?.close_doubles) return found;
  for (const { tiles, open } of Object.values(game.layout?.arms ?? {})) {
    if (open < 0) found.add(tiles.at(-1) ?? game.layout.first);
  }
  return found;
}

// The scoreboard of tennis in a table element; hidden in other games.
export function showTennis(element, game, standing) {
  const accounts = game?.game === "domino_tennis" ? game.accounts : null;
  element.hidden = !accounts?.length;
  if (element.hidden) return;
  const row = (tag, cells) => {
    const made = document.createElement("tr");
    made.append(...cells.map((content, n) => {
      const cell = document.createElement(n ? tag : "th");
      cell.textContent = content;
      return cell;
    }));
    return made;
  };
  const tie = "tiebreak" in accounts[0];
  const head = row("th", ["", text("sets"), text("games"), text(tie ? "tiebreak" : "points")]);
  element.replaceChildren(head, ...accounts.map((held, seat) => row("td", [
    `${game.seats[seat]}${standing?.server === seat ? " ●" : ""}`, held.sets, held.games, held.tiebreak ?? held.points,
  ])));
}
