"use strict";
// The simulated table under mouse and finger: what is dragged on the picture is pushed on the table.

const LOOK_MS = 150; // between two pictures: seven a second look alive and leave the processor to the eyes
const PUSH_MS = 80; // between two pushes of a thing that is dragged

const table = document.getElementById("table");
const acts = Object.fromEntries([...document.querySelectorAll("[data-act]")].map((button) => [button.dataset.act, button]));
let held = null; // the number of the thing under the finger
let chosen = null; // the number of the thing that was tapped last
let pushed_ms = 0;

async function send(path, fields) {
  const answer = await fetch(`/table/${path}`, { method: "POST", body: new URLSearchParams(fields) });
  return answer.headers.get("Content-Type")?.startsWith("application/json") ? answer.json() : null;
}

function at(event) {
  const box = table.getBoundingClientRect();
  return { x: (event.clientX - box.left) / box.width, y: (event.clientY - box.top) / box.height };
}

function look() {
  if (document.hidden) {
    setTimeout(look, 1000);
    return;
  }
  const next = new Image();
  next.onload = () => { table.src = next.src; setTimeout(look, LOOK_MS); };
  next.onerror = () => { setTimeout(look, 2000); };
  next.src = `/table/picture.jpg?n=${Date.now()}`;
}

async function letGo(event) {
  if (held === null) return;
  const last = held;
  held = null;
  await send(`move/${last}`, { ...at(event), end: 1 });
}

// Whoever holds no seat has no buttons, and only watches.
if (acts.throw) {
  table.addEventListener("pointerdown", async (event) => {
    event.preventDefault();
    table.setPointerCapture(event.pointerId);
    held = null;
    const found = await send("pick", at(event));
    chosen = found?.ident ?? null;
    held = table.hasPointerCapture(event.pointerId) ? chosen : null;
    acts.turn.disabled = !found?.turns;
    acts.cock.disabled = !found?.leans;
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
