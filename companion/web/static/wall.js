"use strict";
// The wall screen: it fills the screen, keeps it on, and its sounds can be turned off. What is chosen stays in this browser.

const MUTED = "muted";
const WAKE_KNOWN = "wake-known"; // somebody has read what to do where the browser cannot keep the screen on

const full = document.getElementById("full-screen");
full.hidden = !document.fullscreenEnabled;
full.addEventListener("click", () => {
  (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen()).catch(() => {});
});

const mute = document.getElementById("mute"); // the lobby makes no sounds, and has none
let heard = false; // browsers allow sound only after somebody has touched the page
function showSound() {
  const muted = localStorage.getItem(MUTED) !== null;
  if (muted) document.body.dataset.muted = "on";
  else delete document.body.dataset.muted;
  mute?.setAttribute("aria-pressed", String(heard && !muted));
}
mute?.addEventListener("click", () => {
  if (mute.getAttribute("aria-pressed") === "true") localStorage.setItem(MUTED, "on");
  else localStorage.removeItem(MUTED);
  heard = true;
  showSound();
});
document.addEventListener("pointerdown", (event) => {
  if (heard || event.target === mute) return;
  heard = true;
  showSound();
});
showSound();

// A lock ends when the page is hidden, and exists only on pages that the browser calls secure.
const noWake = document.getElementById("no-wake");
async function stayAwake() {
  if (document.hidden) return;
  try {
    await navigator.wakeLock.request("screen");
    noWake.hidden = true;
  } catch {
    noWake.hidden = localStorage.getItem(WAKE_KNOWN) !== null;
  }
}
document.getElementById("wake-known").addEventListener("click", () => {
  localStorage.setItem(WAKE_KNOWN, "on");
  noWake.hidden = true;
});
document.addEventListener("visibilitychange", stayAwake);
stayAwake();
