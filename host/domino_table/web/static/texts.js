// Words of the page in three languages, and the language chosen.

const RU = {
  title: "Стол домино", rules: "Правила", close: "Закрыть", no_rules: "Правила появятся, когда начнётся партия.", board: "Стол, вид сверху", log: "Судья говорит", rack: "Ваши кости", display: "Экран стола, точка в точку",
  truth: "Показать, как кости лежат на самом деле", hint: "Перетащите кость на стол. R или двойное нажатие – повернуть.",
  hint_osyol: "Закрыть дубль: сначала дважды нажмите свою кнопку, затем положите дубль лицом вниз. Несколько дублей за ход кладут один за другим.",
  hint_domino_tennis: "Кто подаёт первым, нажимает кнопку. Два дубля за ход кладут один за другим.",
  serve: "Кто подаёт по жребию, нажимает свою кнопку", lot: "Жребий: кто выиграл, начинает любой костью",
  turn_tile: "Повернуть", draw: "Взять с базара", press: "Кнопка: пас / да", press_double: "Дважды: другой конец",
  press_long: "Держать: отмена", leave: "Встать", sit: "Сесть", seat_lost: "Ваше место снова занял игрок программы", fish: "рыба", round: "кон {round}", stock: "базар: {count}",
  connected: "Стол на связи", lost: "Нет связи: {reason}",
  link_PortBusy: "порт занят другой программой, страница ждёт", link_Silent: "стол не отвечает, проверьте кабель и питание",
  link_NoFirmware: "программа стола не запущена, нажмите сброс на плате", link_Unplugged: "стол отключён",
  link_PortError: "порта нет, подключите стол", link_OtherFirmware: "на порту не стол домино или другая версия",
  link_page: "программа на этом компьютере остановлена",
  game_kozel: "Козёл", phase_clear: "Соберите кости со стола и перемешайте", phase_deal: "Возьмите кости на подставки",
  phase_reveal: "Положите перед собой оставшиеся кости и нажмите кнопку", phase_over: "Партия окончена. Новая – кнопкой ✔",
  phase_resume: "Стол сверяет кости после перерыва", phase_maintenance: "Обслуживание: игра стоит",
  turn: "Ходит {name}", opening: "Заходит {name}", question: "{name}: к какому концу? Кнопка: раз – первый, два – второй",
  question_who: "Чья это кость? Нажмите свою кнопку", take_back: "Верните кость на подставку",
  match: "Новая партия: {game}. Играют {names}", deal: "Кости розданы, кон {round}", redeal: "Пересдача", play: "{name}: {tile}",
  draw_: "{name}: кость с базара", pass: "{name}: пас", undo: "Отменено – {what}", correct: "Исправлено – {what}",
  reveal: "{name}: кости открыты", timeout: "{name}: время вышло", note: "{text}", result: "Записан результат кона",
  late: "{name}: прошлый пас был зря, ход был", round_exit: "Кон окончен, вышел игрок {name}. Записано: {list}",
  round_fish: "Рыба! Рыбак – {name}. Записано: {list}", round_fish_none: "Рыба! Записано: {list}",
  round_tied: "Поровну, {carry} переходит дальше", round_timeout: "Кон прерван", match_end: "Козёл: {losers}. Победа: {winners}",
  match_draw: "Ничья", rating: "Рейтинг: {list}",
  wrong_tile: "{name}: {tile} сюда не подходит", wrong_turn: "{name}: ход не в свою очередь", false_pass: "{name}: есть ход, пас не принят",
  false_draw: "{name}: есть ход, брать с базара нельзя", wrong_opening: "{name}: заходить надо с другой кости",
  too_many_tiles: "{name}: за ход одна кость", overdraw: "{name}: с базара больше брать нельзя", wrong_hand: "{name}: кость не из своей руки",
  misdeal: "Раздача неверна: у всех должно быть поровну", illegal_close: "{name}: так закрывать нельзя",
  error: "Не понято: {code}", foul: "Нарушение: {code}", trouble: "Неисправность: {code}",
  "trouble_grid reader": "не отвечает считыватель стола", "trouble_rack reader": "не читаются подставки",
  trouble_tile: "кость слышна в двух местах", trouble_journal_full: "память заполнена, игра не записывается",
  trouble_journal_error: "память не пишет, игра не записывается", trouble_task: "сбой в программе, стол продолжает",
  trouble_stray: "лишняя кость на столе, уберите её", trouble_chain: "кость цепочки в подставке, верните её на стол",
};
const EN = {
  title: "Domino table", rules: "Rules", close: "Close", no_rules: "The rules are here as soon as a match begins.", board: "The table from above", log: "The referee says", rack: "Your tiles", display: "The table's display, pixel by pixel",
  truth: "Show how the tiles really lie", hint: "Drag a tile to the table. R or a double click turns it.",
  hint_osyol: "To close a double press your button twice, then lay the double face down. Several doubles of one turn are laid one after another.",
  hint_domino_tennis: "Who serves first presses the button. Two doubles of one turn are laid one after another.",
  serve: "Who serves by lot presses the own button", lot: "A lot: the winner opens with any tile",
  turn_tile: "Turn", draw: "Take from the bazaar", press: "Button: pass / yes", press_double: "Twice: the other end",
  press_long: "Hold: undo", leave: "Stand up", sit: "Sit down", seat_lost: "A simulated player has taken your seat back", fish: "fish", round: "round {round}", stock: "bazaar: {count}",
  connected: "Table connected", lost: "No connection: {reason}",
  link_PortBusy: "another program uses the port, the page waits", link_Silent: "the table does not answer, check cable and power",
  link_NoFirmware: "the table's program is not running, press reset on the board", link_Unplugged: "the table was unplugged",
  link_PortError: "no such port, plug the table in", link_OtherFirmware: "no domino table on the port, or another version",
  link_page: "the program on this computer has stopped",
  game_kozel: "Kozel", phase_clear: "Clear the table and mix the tiles", phase_deal: "Take your tiles into the racks",
  phase_reveal: "Lay the rest of your tiles before you and press the button", phase_over: "Match over. ✔ begins another",
  phase_resume: "The table compares the tiles after a break", phase_maintenance: "Maintenance: the game rests",
  turn: "{name} to play", opening: "{name} opens", question: "{name}: which end? Button: once – first, twice – second",
  question_who: "Whose tile is this? Press your button", take_back: "Put the tile back into the rack",
  match: "New match: {game}. Players: {names}", deal: "Tiles dealt, round {round}", redeal: "Deal again", play: "{name}: {tile}",
  draw_: "{name}: a tile from the bazaar", pass: "{name}: pass", undo: "Undone – {what}", correct: "Corrected – {what}",
  reveal: "{name}: tiles shown", timeout: "{name}: out of time", note: "{text}", result: "A round's result was entered",
  late: "{name}: the last pass was false, there was a play", round_exit: "Round over, {name} is out. Recorded: {list}",
  round_fish: "Fish! Made by {name}. Recorded: {list}", round_fish_none: "Fish! Recorded: {list}",
  round_tied: "Tied, {carry} carried over", round_timeout: "Round broken off", match_end: "Goat: {losers}. Won: {winners}",
  match_draw: "A draw", rating: "Rating: {list}",
  wrong_tile: "{name}: {tile} does not fit here", wrong_turn: "{name}: played out of turn", false_pass: "{name}: there is a play, pass refused",
  false_draw: "{name}: there is a play, no drawing", wrong_opening: "{name}: another tile must open",
  too_many_tiles: "{name}: one tile a turn", overdraw: "{name}: nothing may be taken from the bazaar", wrong_hand: "{name}: a tile of another hand",
  misdeal: "Wrong deal: all must hold the same number", illegal_close: "{name}: it may not be closed like this",
  error: "Not understood: {code}", foul: "Breach: {code}", trouble: "Fault: {code}",
  "trouble_grid reader": "the table's reader does not answer", "trouble_rack reader": "the racks cannot be read",
  trouble_tile: "a tile is heard in two places", trouble_journal_full: "memory is full, nothing is recorded",
  trouble_journal_error: "memory fault, nothing is recorded", trouble_task: "a program fault, the table goes on",
  trouble_stray: "a stray tile on the table, take it away", trouble_chain: "a tile of the line is in a rack, put it back",
};
const ES = {
  title: "Mesa de dominó", rules: "Reglas", close: "Cerrar", no_rules: "Las reglas estarán aquí cuando empiece una partida.", board: "La mesa vista desde arriba", log: "Dice el árbitro", rack: "Sus fichas", display: "La pantalla de la mesa, punto por punto",
  truth: "Mostrar cómo están las fichas en realidad", hint: "Arrastre una ficha a la mesa. R o doble clic la gira.",
  hint_osyol: "Para cerrar un doble pulse dos veces su botón y ponga el doble boca abajo. Varios dobles de un turno se ponen uno tras otro.",
  hint_domino_tennis: "Quien saca primero pulsa el botón. Dos dobles de un turno se ponen uno tras otro.",
  serve: "Quien saca por sorteo pulsa su botón", lot: "Sorteo: quien gana sale con cualquier ficha",
  turn_tile: "Girar", draw: "Tomar del pozo", press: "Botón: paso / sí", press_double: "Dos veces: el otro",
  press_long: "Mantener: deshacer", leave: "Levantarse", sit: "Sentarse", seat_lost: "Un jugador simulado ha vuelto a su asiento", fish: "cierre", round: "mano {round}", stock: "pozo: {count}",
  connected: "Mesa conectada", lost: "Sin conexión: {reason}",
  link_PortBusy: "otro programa usa el puerto, la página espera", link_Silent: "la mesa no responde, revise el cable y la corriente",
  link_NoFirmware: "el programa de la mesa no está en marcha, pulse reset en la placa", link_Unplugged: "la mesa está desconectada",
  link_PortError: "no hay tal puerto, conecte la mesa", link_OtherFirmware: "en el puerto no hay mesa de dominó, o es otra versión",
  link_page: "el programa de este ordenador se ha detenido",
  game_kozel: "Kozel", phase_clear: "Retire las fichas de la mesa y revuélvalas", phase_deal: "Tomen sus fichas en los soportes",
  phase_reveal: "Ponga delante las fichas que le quedan y pulse el botón", phase_over: "Fin de la partida. Otra: botón ✔",
  phase_resume: "La mesa compara las fichas tras la pausa", phase_maintenance: "Mantenimiento: el juego espera",
  turn: "Juega {name}", opening: "Sale {name}", question: "{name}: ¿qué extremo? Botón: una vez, el primero; dos, el segundo",
  question_who: "¿De quién es esta ficha? Pulse su botón", take_back: "Devuelva la ficha al soporte",
  match: "Partida nueva: {game}. Juegan {names}", deal: "Fichas repartidas, mano {round}", redeal: "Se reparte de nuevo", play: "{name}: {tile}",
  draw_: "{name}: ficha del pozo", pass: "{name}: paso", undo: "Deshecho: {what}", correct: "Corregido: {what}",
  reveal: "{name}: fichas a la vista", timeout: "{name}: sin tiempo", note: "{text}", result: "Se anotó el resultado de la mano",
  late: "{name}: el paso anterior fue falso, tenía jugada", round_exit: "Fin de la mano, salió {name}. Anotado: {list}",
  round_fish: "¡Cierre! De {name}. Anotado: {list}", round_fish_none: "¡Cierre! Anotado: {list}",
  round_tied: "Empate, {carry} se acumulan", round_timeout: "Mano interrumpida", match_end: "Cabra: {losers}. Ganan: {winners}",
  match_draw: "Empate", rating: "Clasificación: {list}",
  wrong_tile: "{name}: {tile} no va aquí", wrong_turn: "{name}: jugó fuera de turno", false_pass: "{name}: tiene jugada, paso rechazado",
  false_draw: "{name}: tiene jugada, no puede tomar", wrong_opening: "{name}: debe salir con otra ficha",
  too_many_tiles: "{name}: una ficha por turno", overdraw: "{name}: no se puede tomar más del pozo", wrong_hand: "{name}: ficha de otra mano",
  misdeal: "Reparto incorrecto: todos deben tener las mismas", illegal_close: "{name}: no se puede tapar así",
  error: "No se entiende: {code}", foul: "Infracción: {code}", trouble: "Avería: {code}",
  "trouble_grid reader": "no responde el lector de la mesa", "trouble_rack reader": "no se leen los soportes",
  trouble_tile: "una ficha se oye en dos lugares", trouble_journal_full: "memoria llena, no se registra",
  trouble_journal_error: "fallo de memoria, no se registra", trouble_task: "fallo del programa, la mesa continúa",
  trouble_stray: "ficha suelta en la mesa, retírela", trouble_chain: "una ficha del juego está en un soporte, devuélvala",
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
