least => {
  const sheet = new CSSStyleSheet();  // what is only decoration must be found, too, and what is not painted must not
  sheet.replaceSync("svg * { pointer-events: visiblePainted !important }"
    + " svg text, svg text * { pointer-events: none !important }");
  document.adoptedStyleSheets = [sheet];
  const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  const rgba = colour => {
    canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
    return [r, g, b, a / 255];
  };
  const over = (front, back) => front.slice(0, 3).map((each, i) => each * front[3] + back[i] * (1 - front[3])).concat(1);
  const light = colour => {
    const [r, g, b] = colour.map(each => each / 255).map(each => each <= 0.04045 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (one, other) => {
    const [low, high] = [light(one), light(other)].sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
  };
  const clear = (each, until) => {
    let share = 1;
    for (let at = each; at && at !== until; at = at.parentElement) share *= parseFloat(getComputedStyle(at).opacity);
    return share;
  };
  const painted = (each, x, y) => {
    const style = getComputedStyle(each), shape = each instanceof SVGGeometryElement;
    let colour = null;
    if (shape) {
      const place = each.getScreenCTM().inverse(), point = new DOMPoint(x, y).matrixTransform(place);
      if (style.fill !== "none" && each.isPointInFill(point)) colour = [style.fill, parseFloat(style.fillOpacity)];
      if (style.stroke !== "none" && each.isPointInStroke(point)) colour = [style.stroke, parseFloat(style.strokeOpacity)];
    } else if (!(each instanceof SVGElement)) colour = [style.backgroundColor, 1];
    if (!colour || colour[0].startsWith("url")) return [0, 0, 0, 0];
    const found = rgba(colour[0]);
    found[3] *= colour[1] * clear(each, null);
    return found;
  };
  const behind = (text, x, y) => {
    let ground = [255, 255, 255, 1];
    const root = getComputedStyle(document.documentElement).backgroundColor;
    ground = over(rgba(root), ground);
    const stack = document.elementsFromPoint(x, y).reverse();
    for (const each of stack) {
      if (each === text || text.contains(each)) { if (!(each instanceof SVGElement)) ground = over(painted(each, x, y), ground); continue; }
      if (each.tagName === "IMG") return null;
      const after = text.compareDocumentPosition(each) & Node.DOCUMENT_POSITION_FOLLOWING;
      if (!after) ground = over(painted(each, x, y), ground);
    }
    return ground;
  };
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node; (node = walker.nextNode());) {
    const text = node.parentElement;
    if (!node.data.trim() || !text.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    if (text.closest("li:nth-child(n + 25)")) continue;  // long lists are alike
    if (text.closest("[disabled], [aria-disabled], option, template, script, noscript")) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    let box = range.getBoundingClientRect();
    if (!box.width) continue;
    if (box.top < 0 || box.bottom > innerHeight || box.left < 0 || box.right > innerWidth) {
      text.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
      box = range.getBoundingClientRect();
    }
    const style = getComputedStyle(text), drawn = text instanceof SVGElement;
    const x = box.left + box.width / 2, y = box.top + box.height / 2;
    const halo = drawn && style.stroke !== "none" && style.paintOrder.startsWith("stroke");
    const ground = halo ? rgba(style.stroke) : behind(text, x, y);
    if (!ground) continue;
    const letters = rgba(drawn ? style.fill : style.color);
    letters[3] *= clear(text, null) * (drawn ? parseFloat(style.fillOpacity) : 1);
    const ratio = contrast(over(letters, ground), ground);
    if (ratio < least) found.push([node.data.trim().slice(0, 40), Math.round(ratio * 100) / 100,
      over(letters, ground).slice(0, 3).map(Math.round).join(), ground.slice(0, 3).map(Math.round).join(), text.outerHTML.slice(0, 120)]);
  }
  document.adoptedStyleSheets = [];
  return found;
}
