"use strict";
// The simulated table under mouse, finger and keyboard: what is dragged on the picture is pushed on the table.

const LOOK_MS = 150; // between two pictures: seven a second look alive and leave the processor to the eyes
const AGAIN_MS = 2000; // before a picture that did not come is asked for again
const PUSH_MS = 80; // between two pushes of a thing that is dragged

const STEP = 0.02; // of the picture, for an arrow key: less than a die is wide
const LEAP = 5; // steps, with the shift key

const table = document.getElementById("table");
const aim = document.getElementById("aim"); // where the keyboard points
const told = document.getElementById("told");
const acts = Object.fromEntries([...document.querySelectorAll("[data-act]")].map((button) => [button.dataset.act, button]));
let held = null; // the number of the thing under the finger
let chosen = null; // the number of the thing that was tapped last
let pushed_ms = 0;
let pointed = { x: 0.5, y: 0.5 };
let carried = false; // by the keyboard

async function send(path, fields) {
  const answer = await fetch(`/table/${path}`, { method: "POST", body: new URLSearchParams(fields) });
  return answer.headers.get("Content-Type")?.startsWith("application/json") ? answer.json() : null;
}

function at(event) {
  const box = table.getBoundingClientRect();
  return { x: (event.clientX - box.left) / box.width, y: (event.clientY - box.top) / box.height };
}

// Once the match is left there is no such table: the page goes where its address leads now.
async function leadOn() {
  const answer = await fetch(location.href, { method: "HEAD" });
  if (answer.redirected) location.replace(answer.url);
}

function look() {
  if (document.hidden) {
    setTimeout(look, 1000);
    return;
  }
  const next = new Image();
  next.onload = () => { table.src = next.src; setTimeout(look, LOOK_MS); };
  next.onerror = () => { leadOn().catch(() => {}); setTimeout(look, AGAIN_MS); };
  next.src = `/table/picture.jpg?n=${Date.now()}`;
}

async function letGo(event) {
  if (held === null) return;
  const last = held;
  held = null;
  await send(`move/${last}`, { ...at(event), end: 1 });
}

// What lies there is chosen, and the buttons say what can be done with it.
async function choose(point) {
  const found = await send("pick", point);
  chosen = found?.ident ?? null;
  acts.turn.disabled = !found?.turns;
  acts.cock.disabled = !found?.leans;
}

function showAim() {
  aim.style.left = `${100 * pointed.x}%`;
  aim.style.top = `${100 * pointed.y}%`;
}

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

async function step([across, down], steps) {
  const within = (share) => Math.min(1, Math.max(0, share));
  pointed = { x: within(pointed.x + across * steps * STEP), y: within(pointed.y + down * steps * STEP) };
  showAim();
  if (carried) await send(`move/${chosen}`, pointed);
}

// Enter takes what is pointed at, and lays it down again.
async function takeOrLay() {
  if (carried) {
    carried = false;
    told.textContent = told.dataset.laid;
    await send(`move/${chosen}`, { ...pointed, end: 1 });
    return;
  }
  await choose(pointed);
  carried = chosen !== null;
  told.textContent = carried ? told.dataset.taken : told.dataset.nothing;
}

let pressed = Promise.resolve(); // one key after the other
function key(event) {
  const arrow = ARROWS[event.key];
  if (!arrow && event.key !== "Enter" && event.key !== " ") return;
  event.preventDefault();
  pressed = pressed.then(() => arrow ? step(arrow, event.shiftKey ? LEAP : 1) : takeOrLay()).catch(() => {});
}

// Whoever holds no seat has no buttons, and only watches.
if (acts.throw) {
  showAim();
  document.getElementById("touched").addEventListener("keydown", key);
  table.addEventListener("pointerdown", async (event) => {
    event.preventDefault();
    table.setPointerCapture(event.pointerId);
    held = null;
    carried = false;
    await choose(at(event));
    held = table.hasPointerCapture(event.pointerId) ? chosen : null;
  });

  table.addEventListener("pointermove", (event) => {
    if (held === null || event.timeStamp - pushed_ms < PUSH_MS) return;
    pushed_ms = event.timeStamp;
    send(`move/${held}`, at(event));
  });

  table.addEventListener("pointerup", letGo);
  table.addEventListener("pointercancel", letGo);

  acts.throw.addEventListener("click", () => send("throw", {}));
  acts.turn.addEventListener("click", () => send(`turn/${chosen}`, {}));
  acts.cock.addEventListener("click", async () => {
    await send(`cock/${chosen}`, {});
    acts.turn.disabled = acts.cock.disabled = true;
  });
}
look();
