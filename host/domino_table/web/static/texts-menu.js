// Words of the menu of games in three languages.

import { language } from "./texts.js";

const RU = {
  title: "Новая партия", game: "Игра", preset: "Вариант", players: "Игроков", names: "Имена через запятую", begin: "Начать партию", cancel: "Отмена",
  usual: "обычный", yard: "дворовый", graa: "Граа", general_00: "генерал 0-0", muggins_hoyle: "по Хойлу", sport_fid: "по правилам FID",
  telefon_az: "азербайджанский", telefon_gosha: "гоша", teams: "{count}, команды по очереди",
  running: "Партия на столе будет прервана, её счёт останется в журнале.", sent: "Началась новая партия: соберите кости",
};
const EN = {
  title: "New match", game: "Game", preset: "Variant", players: "Players", names: "Names, with commas", begin: "Begin the match", cancel: "Cancel",
  usual: "usual", yard: "of the yard", graa: "Graa", general_00: "general 0-0", muggins_hoyle: "after Hoyle", sport_fid: "FID rules",
  telefon_az: "Azerbaijani", telefon_gosha: "gosha", teams: "{count}, teams take turns",
  running: "The match on the table will be broken off; its score stays in the journal.", sent: "A new match has begun: gather the tiles",
};
const ES = {
  title: "Nueva partida", game: "Juego", preset: "Variante", players: "Jugadores", names: "Nombres, con comas", begin: "Empezar la partida", cancel: "Cancelar",
  usual: "la usual", yard: "de patio", graa: "Graa", general_00: "general 0-0", muggins_hoyle: "según Hoyle", sport_fid: "reglas FID",
  telefon_az: "azerbaiyana", telefon_gosha: "gosha", teams: "{count}, los equipos se turnan",
  running: "La partida en la mesa se interrumpe; su marcador queda en el diario.", sent: "Ha empezado una partida nueva: recojan las fichas",
};
const ALL = { ru: RU, en: EN, es: ES };

export const has = (key) => key in ALL[language()];

export function word(key, fields = {}) {
  return (ALL[language()][key] ?? key).replace(/\{(\w+)\}/g, (_, name) => fields[name] ?? "");
}
