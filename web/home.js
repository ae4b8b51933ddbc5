// The list of games, as the server knows them.

const list = /** @type {HTMLUListElement} */ (document.getElementById("games"));

for (const game of await (await fetch("/api/catalog")).json()) {
  const item = document.createElement("li");
  const title = document.createElement("strong");
  title.textContent = game.title;
  item.append(title, ": ", game.about);
  list.append(item);
}
