"use strict";
// A section is found if it has all words of the question; those that have more of them in their title come first.
{
  const box = document.getElementById("search"), list = document.getElementById("found"), root = box.dataset.root;
  const most = 30, around = 60;

  const load = () => window.sections ? Promise.resolve() : new Promise((done, failed) => {
    const script = document.createElement("script");
    Object.assign(script, { src: root + "sections.js", onload: done, onerror: failed });
    document.head.append(script);
  });

  const find = (words) => sections
    .map(([title, address, text]) => ({ title, address, text, whole: (title + " " + text).toLowerCase() }))
    .filter((s) => words.every((w) => s.whole.includes(w)))
    .map((s) => ({ ...s, rank: words.filter((w) => s.title.toLowerCase().includes(w)).length }))
    .sort((a, b) => b.rank - a.rank);

  const show = (found, words) => {
    list.replaceChildren(...found.slice(0, most).map((s) => {
      const item = document.createElement("li"), link = document.createElement("a"), part = document.createElement("p");
      const at = Math.max(0, s.text.toLowerCase().indexOf(words[0]) - around);
      Object.assign(link, { href: root + s.address, textContent: s.title });
      part.textContent = (at ? "…" : "") + s.text.slice(at, at + 3 * around) + "…";
      item.append(link, part);
      return item;
    }));
    document.getElementById("count").textContent = found.length > most ? `the first ${most} of ${found.length} sections` : `${found.length} sections`;
  };

  const search = async () => {
    const words = box.value.toLowerCase().split(/\s+/).filter(Boolean);
    document.getElementById("results").hidden = !words.length;
    if (!words.length) return;
    await load();
    show(find(words), words);
  };
  box.addEventListener("input", search);
  box.value = new URLSearchParams(location.search).get("q") || "";
  search();
}
