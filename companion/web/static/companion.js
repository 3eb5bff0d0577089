"use strict";
// What the pages do by themselves beyond htmx: keep what people typed, give short tones, show the time of a turn.

// A page that is brought up to date leaves alone what its reader typed, chose or opened.
Idiomorph.defaults.callbacks.beforeAttributeUpdated = (name, element) =>
  !((name === "value" && element.tagName === "INPUT" && element.type !== "hidden") ||
    (name === "selected" && element.tagName === "OPTION") || (name === "open" && element.tagName === "DETAILS"));

// A sentence of refusal stays until it is tapped or the next act succeeds.
const said = document.getElementById("said");
said.addEventListener("click", () => { said.replaceChildren(); });
document.addEventListener("htmx:afterRequest", (event) => {
  if (event.detail.successful && event.detail.requestConfig.verb === "post") said.replaceChildren();
});

// The places of a drawn board are links, for pages without scripts; htmx sends the tap, and nothing is to be followed.
document.addEventListener("click", (event) => {
  if (event.target.closest("svg a[hx-get], svg a[hx-post]")) event.preventDefault();
});

document.addEventListener("input", (event) => {
  if (event.target.id === "note") document.getElementById("saved").textContent = "";
});

// Tones: hertz, one after the other. Browsers allow sound only after somebody has touched the page.
const TONES = { read: [660], yours: [660, 880], asked: [520, 520], over: [523, 659, 784] };
const STATION_TONES = { keep: [988], discard: [262], alarm: [880, 440, 880, 440, 880] };
const TONE_S = 0.12;
const VIBRATION_MS = [80, 60, 80]; // felt in a hand, and short: on, off, on
const MOST_TONES = 10; // of one look at a handful: a second, and the next handful is not on the table before
let sound = null;
document.addEventListener("pointerdown", (event) => {
  sound = sound || new AudioContext();
  document.body.dataset.sound = "on"; // hides the button that asks for it
  if (event.target.id === "sound") play(STATION_TONES.keep);
});

// Whether this phone is quiet; it remembers.
const QUIET = "quiet";
const signals = document.getElementById("signals");
if (signals) {
  signals.checked = localStorage.getItem(QUIET) === null;
  signals.addEventListener("change", () => {
    if (signals.checked) localStorage.removeItem(QUIET);
    else localStorage.setItem(QUIET, "1");
  });
}

function play(tones) {
  if (!sound || document.body.dataset.muted || localStorage.getItem(QUIET) !== null) return;
  tones.forEach((hertz, place) => {
    const start = sound.currentTime + place * TONE_S;
    const voice = new OscillatorNode(sound, { frequency: hertz });
    const level = new GainNode(sound, { gain: 0 });
    level.gain.setValueAtTime(0.08, start);
    level.gain.exponentialRampToValueAtTime(0.001, start + TONE_S);
    voice.connect(level).connect(sound.destination);
    voice.start(start);
    voice.stop(start + TONE_S);
  });
}

const heard = {};
function grown(name, count) {
  const more = count - (heard[name] ?? Infinity);
  heard[name] = count;
  return Math.max(0, more);
}

function listen() {
  const now = document.getElementById("prompt");
  if (!now) return;
  const station = document.getElementById("station");
  const tones = [];
  for (const name of ["alarm", "keep", "discard"]) {
    const count = station ? Number(station.dataset[name]) : heard[name] ?? 0;
    for (let more = grown(name, count); more > 0; more -= 1) tones.push(...STATION_TONES[name]);
  }
  for (const name of ["over", "asked", "read"]) {
    if (grown(name, Number(now.dataset[name])) && !(station && name === "read")) tones.push(...TONES[name]);
  }
  if (grown("yours", Number(now.dataset.yours ?? 0))) {
    tones.push(...TONES.yours);
    if (navigator.vibrate && localStorage.getItem(QUIET) === null) navigator.vibrate(VIBRATION_MS);
  }
  play(tones.slice(0, MOST_TONES));
}
listen();
document.addEventListener("htmx:afterSettle", listen);

// The time of a turn: the server says how much is left, and ends the turn; here it is only shown.
const TIME_EVERY_MS = 200;
let timed = "";
let endsMs = 0;
setInterval(() => {
  const bar = document.getElementById("time");
  if (!bar) return;
  const told = `${bar.dataset.of} ${bar.dataset.left}`;
  if (told !== timed) endsMs = performance.now() + 1000 * Number(bar.dataset.left);
  timed = told;
  bar.value = Math.max(0, (endsMs - performance.now()) / 1000);
}, TIME_EVERY_MS);
