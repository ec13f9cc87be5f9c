// After a tap that changes a sheet the focus stays where the page says, and the page where it was.

export function focus(main) {
  const place = main.querySelector("[data-focus]");
  if (!place) return;
  place.focus({ preventScroll: true });
  place.scrollIntoView({ block: "nearest" });
}
