"use strict";
// Arrow keys step through a match: back, forward, to its beginning and its end.

const LINKS = { ArrowLeft: "prev", ArrowRight: "next", Home: "first", End: "last" };
document.addEventListener("keydown", (event) => {
  const link = document.querySelector(`.steps a[rel="${LINKS[event.key]}"]`);
  if (!link || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  link.click();
});
