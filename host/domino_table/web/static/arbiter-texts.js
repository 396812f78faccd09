// Words of the arbiter's panel in three languages.

import { language } from "./texts.js";

const ALL = {
  ru: {
    title: "Арбитр", undo: "Отменить", missed: "Если стол не заметил ход, впишите его:", line: "Строка", type: "Что", seat: "Кто", tile: "Кость",
    end: "Конец", reason: "Причина", change: "Исправить строку", strike: "Вычеркнуть", insert: "Вставить перед ней",
    cancel: "Не надо", confirm: "{what} – точно?", done: "Исправлено. Счёт: {total}", total: "Счёт будет: {total}",
    again: "Ещё раз та же кнопка – исправить", doing: "Исправляется…", turn_then: "Тогда ходит {name}", now_counts: "{line} – засчитано", counts_no_more: "{line} – больше не считается",
    refused: "Так нельзя. {why}", by: "арбитр", no_end: "один", any_line: "Любая строка",
    type_play: "ход", type_draw: "с базара", type_pass: "пас", type_turn_up: "открыл кость", type_claim: "подача",
    type_reveal: "показал кости", type_timeout: "время вышло", type_result: "результат", type_deal: "раздача",
    end_L: "левый", end_R: "правый", end_U: "верхний", end_D: "нижний", end_cut: "резка",
  },
  en: {
    title: "Arbiter", undo: "Undo", missed: "If the table has missed a play, put it in:", line: "Line", type: "What", seat: "Who", tile: "Tile",
    end: "End", reason: "Reason", change: "Correct the line", strike: "Strike it out", insert: "Insert before it",
    cancel: "Do not", confirm: "{what} – sure?", done: "Corrected. Score: {total}", total: "The score will be: {total}",
    again: "The same button once more does it", doing: "Correcting…", turn_then: "Then {name} is to play", now_counts: "{line} – counts then", counts_no_more: "{line} – counts no more",
    refused: "That cannot be. {why}", by: "arbiter", no_end: "only one", any_line: "Any line",
    type_play: "play", type_draw: "draw", type_pass: "pass", type_turn_up: "turned up", type_claim: "serve",
    type_reveal: "showed tiles", type_timeout: "out of time", type_result: "result", type_deal: "deal",
    end_L: "left", end_R: "right", end_U: "upper", end_D: "lower", end_cut: "cut",
  },
  es: {
    title: "Árbitro", undo: "Deshacer", missed: "Si la mesa no vio una jugada, añádala:", line: "Línea", type: "Qué", seat: "Quién", tile: "Ficha",
    end: "Extremo", reason: "Motivo", change: "Corregir la línea", strike: "Tachar", insert: "Insertar antes",
    cancel: "No", confirm: "{what} – ¿seguro?", done: "Corregido. Cuenta: {total}", total: "La cuenta será: {total}",
    again: "Otra vez el mismo botón: se corrige", doing: "Corrigiendo…", turn_then: "Entonces juega {name}", now_counts: "{line} – cuenta entonces", counts_no_more: "{line} – ya no cuenta",
    refused: "Así no puede ser. {why}", by: "árbitro", no_end: "único", any_line: "Cualquier línea",
    type_play: "jugada", type_draw: "del pozo", type_pass: "paso", type_turn_up: "descubrió", type_claim: "saque",
    type_reveal: "mostró fichas", type_timeout: "sin tiempo", type_result: "resultado", type_deal: "reparto",
    end_L: "izquierdo", end_R: "derecho", end_U: "superior", end_D: "inferior", end_cut: "corte",
  },
};

export const has = (key) => key in ALL[language()];

export function text(key, fields = {}) {
  return (ALL[language()][key] ?? key).replace(/\{(\w+)\}/g, (_, name) => fields[name] ?? "");
}
