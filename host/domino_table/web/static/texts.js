// Words of the page in three languages, and the language chosen.

const RU = {
  title: "Стол домино", log: "Судья говорит", rack: "Ваши кости", display: "Экран стола, точка в точку",
  truth: "Показать, как кости лежат на самом деле", hint: "Перетащите кость на стол. R или двойное нажатие – повернуть.",
  turn_tile: "Повернуть", draw: "Взять с базара", press: "Кнопка: пас / да", press_double: "Кнопка дважды: другое",
  press_long: "Держать: отменить", leave: "Встать", sit: "Сесть", bazaar: "Базар", fish: "рыба", connected: "Стол на связи",
  lost: "Нет связи: {reason}", game_kozel: "Козёл", phase_await_deal: "Смешайте и раздайте кости", phase_round_over: "Кон окончен",
  phase_match_over: "Партия окончена", phase_await_match: "Ждём партию", turn: "Ходит {name}", opening: "Заходит {name}",
  match: "Новая партия: {game}. Играют {names}", deal: "Кости розданы, кон {round}", redeal: "Пересдача", play: "{name}: {tile}",
  play_end: "{name}: {tile} к {value}", draw_: "{name} берёт с базара", pass: "{name} пропускает ход", undo: "Отменено: {what}",
  correct: "Исправлено: строка {ref}", reveal: "{name} показывает кости", timeout: "У {name} вышло время", note: "{text}",
  result: "Записан результат кона", late: "{name} раньше пропустил ход зря", question: "{name}: к какому концу?",
  round_exit: "{name} вышел. Записано: {list}", round_fish: "Рыба! Поставил {name}. Записано: {list}", round_fish_none: "Рыба! Записано: {list}",
  round_tied: "Рыба вничью, {carry} переходит дальше", round_timeout: "Кон прерван", match_end: "Проиграли: {losers}. Победили: {winners}",
  match_draw: "Ничья", goats: "Козёл: {losers}", rating: "Рейтинг: {list}",
  wrong_tile: "{name}: {tile} сюда не подходит", wrong_turn: "{name} ходит не в свой ход", false_pass: "{name}: пас не принят, есть ход",
  false_draw: "{name}: брать нельзя, есть ход", wrong_opening: "{name}: заходить надо с другой кости", too_many_tiles: "{name}: за ход одна кость",
  overdraw: "{name}: с базара больше брать нельзя", wrong_hand: "{name}: кость не из своей руки", misdeal: "Раздача неверна",
  illegal_close: "{name}: так закрывать нельзя", error: "Не понято: {code}", foul: "Нарушение: {code}", trouble: "Неисправность: {code}",
};
const EN = {
  title: "Domino table", log: "The referee says", rack: "Your tiles", display: "The table's display, pixel by pixel",
  truth: "Show how the tiles really lie", hint: "Drag a tile to the table. R or a double click turns it.",
  turn_tile: "Turn", draw: "Take from the bazaar", press: "Button: pass / yes", press_double: "Button twice: the other",
  press_long: "Hold: undo", leave: "Stand up", sit: "Sit down", bazaar: "Bazaar", fish: "fish", connected: "Table connected",
  lost: "No connection: {reason}", game_kozel: "Kozel", phase_await_deal: "Mix and deal the tiles", phase_round_over: "Round over",
  phase_match_over: "Match over", phase_await_match: "Waiting for a match", turn: "{name} to play", opening: "{name} opens",
  match: "New match: {game}. Players: {names}", deal: "Tiles dealt, round {round}", redeal: "Deal again", play: "{name}: {tile}",
  play_end: "{name}: {tile} to the {value}", draw_: "{name} takes from the bazaar", pass: "{name} passes", undo: "Undone: {what}",
  correct: "Corrected: line {ref}", reveal: "{name} shows the hand", timeout: "{name} is out of time", note: "{text}",
  result: "A round's result was entered", late: "{name} had passed with a tile to play", question: "{name}: which end?",
  round_exit: "{name} is out. Recorded: {list}", round_fish: "Fish! Made by {name}. Recorded: {list}", round_fish_none: "Fish! Recorded: {list}",
  round_tied: "Tied fish, {carry} carried over", round_timeout: "Round broken off", match_end: "Lost: {losers}. Won: {winners}",
  match_draw: "A draw", goats: "Goat: {losers}", rating: "Rating: {list}",
  wrong_tile: "{name}: {tile} does not fit here", wrong_turn: "{name} plays out of turn", false_pass: "{name}: pass refused, there is a play",
  false_draw: "{name}: no drawing, there is a play", wrong_opening: "{name}: another tile must open", too_many_tiles: "{name}: one tile a turn",
  overdraw: "{name}: nothing may be taken from the bazaar", wrong_hand: "{name}: a tile of another hand", misdeal: "Wrong deal",
  illegal_close: "{name}: it may not be closed like this", error: "Not understood: {code}", foul: "Breach: {code}", trouble: "Fault: {code}",
};
const ES = {
  title: "Mesa de dominó", log: "Dice el árbitro", rack: "Sus fichas", display: "La pantalla de la mesa, punto por punto",
  truth: "Mostrar cómo están las fichas en realidad", hint: "Arrastre una ficha a la mesa. R o doble clic la gira.",
  turn_tile: "Girar", draw: "Tomar del pozo", press: "Botón: paso / sí", press_double: "Botón dos veces: el otro",
  press_long: "Mantener: deshacer", leave: "Levantarse", sit: "Sentarse", bazaar: "Pozo", fish: "cierre", connected: "Mesa conectada",
  lost: "Sin conexión: {reason}", game_kozel: "Kozel", phase_await_deal: "Revuelva y reparta las fichas", phase_round_over: "Fin de la mano",
  phase_match_over: "Fin de la partida", phase_await_match: "Esperando una partida", turn: "Juega {name}", opening: "Sale {name}",
  match: "Partida nueva: {game}. Juegan {names}", deal: "Fichas repartidas, mano {round}", redeal: "Se reparte de nuevo", play: "{name}: {tile}",
  play_end: "{name}: {tile} al {value}", draw_: "{name} toma del pozo", pass: "{name} pasa", undo: "Deshecho: {what}",
  correct: "Corregido: línea {ref}", reveal: "{name} muestra sus fichas", timeout: "{name} agotó el tiempo", note: "{text}",
  result: "Se anotó el resultado de la mano", late: "{name} había pasado teniendo jugada", question: "{name}: ¿qué extremo?",
  round_exit: "{name} se fue. Anotado: {list}", round_fish: "¡Cierre! De {name}. Anotado: {list}", round_fish_none: "¡Cierre! Anotado: {list}",
  round_tied: "Cierre empatado, {carry} se acumulan", round_timeout: "Mano interrumpida", match_end: "Pierden: {losers}. Ganan: {winners}",
  match_draw: "Empate", goats: "Cabra: {losers}", rating: "Clasificación: {list}",
  wrong_tile: "{name}: {tile} no va aquí", wrong_turn: "{name} juega fuera de turno", false_pass: "{name}: paso rechazado, tiene jugada",
  false_draw: "{name}: no puede tomar, tiene jugada", wrong_opening: "{name}: debe salir con otra ficha", too_many_tiles: "{name}: una ficha por turno",
  overdraw: "{name}: no se puede tomar más del pozo", wrong_hand: "{name}: ficha de otra mano", misdeal: "Reparto incorrecto",
  illegal_close: "{name}: no se puede tapar así", error: "No se entiende: {code}", foul: "Infracción: {code}", trouble: "Avería: {code}",
};
const ALL = { ru: RU, en: EN, es: ES };

let chosen = "ru";

export const language = () => chosen;

export function setLanguage(name) {
  if (ALL[name]) chosen = name;
  document.documentElement.lang = chosen;
  for (const element of document.querySelectorAll("[data-text]")) element.textContent = text(element.dataset.text);
}

export const has = (key) => key in ALL[chosen];

export function text(key, fields = {}) {
  const pattern = ALL[chosen][key] ?? key;
  return pattern.replace(/\{(\w+)\}/g, (_, name) => fields[name] ?? "");
}
