// Words of infractions and rulings in three languages.

import { language } from "./texts.js";

const RU = {
  title: "Нарушения", none: "В этой партии нарушений не было.", for_arbiter: "Решает арбитр: его страница открывается по адресу из терминала.",
  level: "Что делает стол", level_enforce: "ждёт, пока исправят", level_signal: "показывает, решают люди", level_record: "только записывает",
  next_match: "со следующей партии", profile: "Правила взысканий: {name}", late: "открылось позже", struck: "отменено",
  remedy: "Взыскание", kind: "Что будет", points: "Очки", to: "Кому", to_opponents: "соперникам", to_self: "на виновного",
  decide: "Решить", withdraw: "Снять решение", enter: "Записать нарушение, которое стол не видит", seat: "Кто", what: "Что", words: "Подробности", write: "Записать",
  by_profile: "по правилам", by_arbiter: "решил арбитр", by_other: "решил: {by}", done: "Решение записано", refused: "Стол этого не принял: в этой игре так решить нельзя",
  retract: "вернуть, ход остаётся", stand: "оставить как есть", must_play_open_tile: "кость лежит открытой, идёт первой",
  points_only: "штраф", annul_hand: "кон не считается", lose_lead: "кон не считается, заход потерян", lose_game: "партия проиграна",
  opponent_choice: "выбирают соперники", arbiter: "решает арбитр", loss: "партия проиграна",
  plus: "{kind}, {points} {to}", penalty: "Штраф {name}: {points} {to}", annulled: "Кон не считается", lost_by_foul: "Партия проиграна за нарушение",
  or: " или ", choose: "{name}, выбирайте: раз – {first}, два – {other}",
  I5: "открыл или показал кость", I6: "взял кость и не пошёл ею", I9: "тянет время без выбора", I10: "подсказки, разговоры", I12: "медленная игра",
  I13: "переставляет кости", I14: "спорит о счёте", I15: "объявил победу, не открыв кости", I16: "ушёл, не доиграл", I17: "карточка", I18: "смешал кости до счёта",
};
const EN = {
  title: "Infractions", none: "There was no infraction in this match.", for_arbiter: "The arbiter decides: his page is at the address in the terminal.",
  level: "What the table does", level_enforce: "waits until it is mended", level_signal: "signals, people decide", level_record: "only records",
  next_match: "from the next match on", profile: "Rules of remedies: {name}", late: "shown later", struck: "taken back",
  remedy: "Remedy", kind: "What follows", points: "Points", to: "To whom", to_opponents: "to the opponents", to_self: "against the offender",
  decide: "Decide", withdraw: "Withdraw the ruling", enter: "Enter an infraction that the table cannot see", seat: "Who", what: "What", words: "Details", write: "Enter",
  by_profile: "by the rules", by_arbiter: "the arbiter's decision", by_other: "decided by {by}", done: "The ruling is written", refused: "The table has refused it: that makes no sense in this game",
  retract: "take back, same turn", stand: "let it stand", must_play_open_tile: "the tile stays open and is played first",
  points_only: "penalty", annul_hand: "the hand does not count", lose_lead: "the hand does not count, the lead is lost", lose_game: "the match is lost",
  opponent_choice: "the opponents choose", arbiter: "the arbiter decides", loss: "the match is lost",
  plus: "{kind}, {points} {to}", penalty: "Penalty of {name}: {points} {to}", annulled: "The hand does not count", lost_by_foul: "The match is lost by an infraction",
  or: " or ", choose: "{name}, choose: once – {first}, twice – {other}",
  I5: "exposed or showed a tile", I6: "touched a tile and did not play it", I9: "hesitates without a choice", I10: "signals, talk", I12: "slow play",
  I13: "rearranges tiles", I14: "disputes the count", I15: "claimed the win without showing", I16: "left, did not finish", I17: "a card", I18: "mixed before the count",
};
const ES = {
  title: "Infracciones", none: "En esta partida no hubo infracciones.", for_arbiter: "Decide el árbitro: su página está en la dirección del terminal.",
  level: "Qué hace la mesa", level_enforce: "espera a que se corrija", level_signal: "avisa, deciden las personas", level_record: "solo anota",
  next_match: "desde la próxima partida", profile: "Reglas de sanciones: {name}", late: "se vio después", struck: "anulada",
  remedy: "Sanción", kind: "Qué sigue", points: "Puntos", to: "Para quién", to_opponents: "para los rivales", to_self: "contra el infractor",
  decide: "Decidir", withdraw: "Retirar la decisión", enter: "Anotar una infracción que la mesa no ve", seat: "Quién", what: "Qué", words: "Detalles", write: "Anotar",
  by_profile: "según las reglas", by_arbiter: "decidió el árbitro", by_other: "decidió: {by}", done: "La decisión está anotada", refused: "La mesa no lo aceptó: no tiene sentido en este juego",
  retract: "retirar, mismo turno", stand: "dejarla", must_play_open_tile: "la ficha queda abierta y se juega primero",
  points_only: "multa", annul_hand: "la mano no cuenta", lose_lead: "la mano no cuenta, pierde la salida", lose_game: "pierde la partida",
  opponent_choice: "eligen los rivales", arbiter: "decide el árbitro", loss: "pierde la partida",
  plus: "{kind}, {points} {to}", penalty: "Multa a {name}: {points} {to}", annulled: "La mano no cuenta", lost_by_foul: "Partida perdida por una infracción",
  or: " o ", choose: "{name}, elija: una vez – {first}, dos – {other}",
  I5: "mostró una ficha", I6: "tocó una ficha y no la jugó", I9: "duda sin tener opción", I10: "señas, conversación", I12: "juego lento",
  I13: "reordena sus fichas", I14: "discute la cuenta", I15: "anunció el triunfo sin mostrar", I16: "se fue, no terminó", I17: "una tarjeta", I18: "mezcló antes de contar",
};
const ALL = { ru: RU, en: EN, es: ES };

export function word(key, fields = {}) {
  return (ALL[language()][key] ?? key).replace(/\{(\w+)\}/g, (_, name) => fields[name] ?? "");
}

// Keys that not every language has words for.
export const missing = () => Object.keys(RU).filter((key) => !EN[key] || !ES[key]);

// What the opponents are asked to choose with their button; nothing where the question is another one.
export function choiceWords(question, name) {
  const known = question?.choices?.every((kind) => kind in RU || kind === "points");
  if (!known || question.seat === null) return "";
  const [first, other] = question.choices.map((kind) => word(kind === "points" ? "points_only" : kind));
  return word("choose", { name: name(question.seat), first, other });
}

// What an arbiter may enter that no table sees (docs/infractions.md).
export const SEEN_BY_PEOPLE = ["I5", "I6", "I9", "I10", "I12", "I13", "I14", "I15", "I16", "I17", "I18"];

// Who has decided: the arbiter, a player who might choose, or whoever else signed.
export function decided(by, names) {
  if (by === "arbiter") return word("by_arbiter");
  const seat = /^seat (\d)$/.exec(by)?.[1];
  return word("by_other", { by: names[seat] ?? by });
}

// A remedy as the record has it, in words.
export function remedyWords(remedy) {
  const kind = remedy?.kind ?? remedy;
  if (kind === "opponent_choice" && remedy.options) {
    return `${word(kind)}: ${remedy.options.map(remedyWords).join(word("or"))}`;
  }
  const name = word(kind === "points" ? "points_only" : kind);
  return remedy?.points ? word("plus", { kind: name, points: remedy.points, to: word(`to_${remedy.to ?? "opponents"}`) }) : name;
}
