// What a page has to say to those who hear it goes into a region that outlives the pages: a screen
// reader reads only what changes in a region that was there before.

export function spoken(main) {
  const words = main.querySelector("[data-spoken]");
  document.querySelector("[data-hear]").replaceChildren(...(words?.cloneNode(true).childNodes ?? []));
}
