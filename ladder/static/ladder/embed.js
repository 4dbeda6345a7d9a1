// Tells the page around the frame how tall the ranking is, so that it can do without a scroll bar.
const tell = () => parent.postMessage({ classifica: "height", height: document.documentElement.scrollHeight }, "*");
addEventListener("load", tell);
addEventListener("resize", tell);
