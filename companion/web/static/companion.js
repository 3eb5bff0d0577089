"use strict";
// What the pages do by themselves beyond htmx: keep what people typed, say when the server is away, give short tones.

// A page that is brought up to date leaves alone what its reader typed, chose or opened.
Idiomorph.defaults.callbacks.beforeAttributeUpdated = (name, element) =>
  !((name === "value" && element.tagName === "INPUT" && element.type !== "hidden") ||
    (name === "selected" && element.tagName === "OPTION") || (name === "open" && element.tagName === "DETAILS"));

const away = document.getElementById("away");
document.addEventListener("htmx:sseError", () => { away.hidden = false; });
document.addEventListener("htmx:sseOpen", () => { away.hidden = true; });

// A sentence of refusal stays until it is tapped or the next act succeeds.
const said = document.getElementById("said");
said.addEventListener("click", () => { said.replaceChildren(); });
document.addEventListener("htmx:afterRequest", (event) => {
  if (event.detail.successful && event.detail.requestConfig.verb === "post") said.replaceChildren();
});

document.addEventListener("input", (event) => {
  if (event.target.id === "note") document.getElementById("saved").textContent = "";
});

// Tones: hertz, one after the other. Browsers allow sound only after somebody has touched the page.
const TONES = { read: [660], asked: [520, 520], over: [523, 659, 784] };
const TONE_S = 0.12;
let sound = null;
document.addEventListener("pointerdown", () => { sound = sound || new AudioContext(); }, { once: true });

function play(tones) {
  if (!sound) return;
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
function listen() {
  const now = document.getElementById("prompt");
  if (!now) return;
  for (const name of ["over", "asked", "read"]) {
    const grown = Number(now.dataset[name]) > (heard[name] ?? Infinity);
    heard[name] = Number(now.dataset[name]);
    if (grown) play(TONES[name]);
  }
}
listen();
document.addEventListener("htmx:afterSettle", listen);
