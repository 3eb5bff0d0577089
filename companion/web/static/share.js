"use strict";
// Shares the picture of a result where the browser can; elsewhere the link beside it downloads it.

const share = document.getElementById("share");
const picture = document.getElementById("result");
let file = null;

async function prepare() {
  if (!navigator.canShare) return;
  const answer = await fetch(picture.src);
  if (!answer.ok) return;
  file = new File([await answer.blob()], share.dataset.name, { type: "image/png" });
  share.hidden = !navigator.canShare({ files: [file] });
}

share.addEventListener("click", async () => {
  try {
    await navigator.share({ files: [file], title: document.title });
  } catch (error) {
    if (error.name !== "AbortError") document.getElementById("download").click(); // it may not be shared after all
  }
});
prepare();
