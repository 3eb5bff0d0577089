"use strict";
// How a page keeps up with the table: it hears of every change, fetches again what did not come, and offers to send
// again what did not arrive.

const SILENT_MS = 4000; // the server says something every two seconds
const LOOK_MS = 500; // how often the page looks whether it is still connected
const AGAIN_MS = 700; // before a fetch that failed is made again
const FETCH_MS = 3000; // a part of the page takes a fraction of a second, or does not come
const TAP_MS = 6000; // longer: an act that is carried out twice would be worse than a wait
const REFUSED_MS = 3000; // before a fetch that the server refused is made again
const BURST_MS = 60; // an action and its picture are two changes, one right after the other: they are fetched at once

const away = document.getElementById("away");
const followed = document.querySelector("[data-events]"); // its value is the address of the stream
const scene = document.querySelector("meta[name=scene]");
let stream = null;
let known = null; // what the page has been told of last
let heardMs = 0;
let coming = 0; // the timer of a fetch that is about to be made

function changed() {
  document.body.dispatchEvent(new Event("changed"));
}

function hear() {
  heardMs = performance.now();
  away.hidden = true;
}

function connect() {
  const address = new URL(followed.dataset.events, location.href);
  if (known !== null) address.searchParams.set("since", known);
  if (stream) stream.close();
  heardMs = performance.now();
  stream = new EventSource(address);
  stream.addEventListener("open", hear);
  stream.addEventListener("ping", hear);
  stream.addEventListener("changed", (event) => {
    known = event.lastEventId;
    hear();
    coming ||= setTimeout(() => { coming = 0; changed(); }, BURST_MS);
  });
  stream.addEventListener("error", () => { away.hidden = false; });
}

function look() {
  const quietMs = performance.now() - heardMs;
  if (stream === null || quietMs > SILENT_MS || (stream.readyState === EventSource.CLOSED && quietMs > AGAIN_MS)) connect();
}

if (followed) {
  connect();
  setInterval(look, LOOK_MS);
  document.addEventListener("visibilitychange", () => { if (!document.hidden) look(); });
  window.addEventListener("pagehide", () => { stream.close(); });
  window.addEventListener("pageshow", (event) => { if (event.persisted) connect(); });
}

// Every act carries a number of its own, by which the server knows it again when it is sent twice.
function freshNumber() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((each) => each.toString(16).padStart(2, "0")).join("");
}

document.addEventListener("htmx:configRequest", ({ detail }) => {
  detail.timeout = detail.verb === "get" ? FETCH_MS : TAP_MS;
  if (detail.verb === "post") detail.headers.Tap ??= freshNumber();
  if (scene) detail.headers.Scene = scene.content; // what is at the table may be another match, or the lobby
});

function sendAgain(request) {
  const values = {};
  for (const [name, value] of request.formData) (values[name] ??= []).push(value);
  const headers = { Tap: request.headers.Tap };
  htmx.ajax("POST", request.path, { source: document.body, swap: "none", headers, values }).catch(() => {});
}

function offerAgain(request) {
  const offer = document.getElementById("unsent").content.cloneNode(true);
  offer.querySelector("button").addEventListener("click", () => sendAgain(request));
  document.getElementById("said").replaceChildren(offer);
}

function lost({ detail }) {
  const request = detail.requestConfig;
  if (request.verb === "post") offerAgain(request);
  else if (request.elt.id === "live") setTimeout(changed, AGAIN_MS);
  else if (request.elt.matches("a.place")) setTimeout(() => { if (request.elt.isConnected) htmx.trigger(request.elt, "click"); }, AGAIN_MS);
}
// What was asked for before the last tap on the board came through would take that tap back: it is asked for anew.
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  const request = detail.requestConfig;
  const taps = document.querySelector("#so-far [name=taps]")?.value ?? "";
  if (request.elt.id !== "live" || taps === (request.parameters.taps ?? "")) return;
  detail.shouldSwap = false;
  changed();
});
document.addEventListener("htmx:sendError", lost);
document.addEventListener("htmx:timeout", lost);
document.addEventListener("htmx:responseError", ({ detail }) => {
  if (detail.requestConfig.verb === "get" && detail.requestConfig.elt.id === "live") setTimeout(changed, REFUSED_MS);
});
