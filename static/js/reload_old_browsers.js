// Reloads the page after a while, in browsers too old for the other scripts.

(function () {
  var seconds = Number(document.currentScript.getAttribute("data-seconds"));
  setTimeout(function () {
    location.reload();
  }, seconds * 1000);
})();
