"use strict";
// A seat's own page is covered when it comes back: after sleep, after another app, when it is opened anew. Whoever holds
// the phone then may not be its player; one tap says so and uncovers it. Runs before the page is drawn.

const AWAY_MS = 20000; // a glance at a message is shorter; a phone that is handed round or lies about is away longer
const root = document.documentElement;
let left = null;

function cover() { root.dataset.covered = ""; }

// Both clocks: one of them stands still while a phone sleeps, the other may be set.
function now() { return { wall: Date.now(), steady: performance.now() }; }
function absentMs(since) {
  const here = now();
  return Math.max(Math.abs(here.wall - since.wall), here.steady - since.steady);
}

// A recovery word stays for as long as the server says, also where the phone slept meanwhile.
const WORD_EVERY_MS = 500;
const loaded = now();
setInterval(() => {
  const word = document.getElementById("recovery");
  if (word && absentMs(loaded) >= 1000 * Number(word.dataset.left)) word.remove();
}, WORD_EVERY_MS);

document.addEventListener("visibilitychange", () => {
  if (document.hidden) left = now();
  else if (left && absentMs(left) > AWAY_MS) cover();
});
window.addEventListener("pageshow", (event) => { if (event.persisted) cover(); });
document.addEventListener("click", (event) => { if (event.target.closest("#uncover")) delete root.dataset.covered; });

// Opened by a tap on a page of the table: the player is there. Opened anew or reloaded: nobody knows.
const [opened] = performance.getEntriesByType("navigation");
const tapped = document.referrer.startsWith(`${location.origin}/`) && (!opened || opened.type === "navigate");
if (!tapped) cover();
