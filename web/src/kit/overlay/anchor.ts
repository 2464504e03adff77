// Anchors: CSS keeps a popover at its trigger while the page scrolls. A script positions it in browsers without anchors.
const hasAnchors = CSS.supports('anchor-name: --trigger');

/** Styles of a trigger and of its popover, which has the class `anchored`. */
export function anchorStyles(id: string) {
  const name = `--${id}`;
  return { trigger: { anchorName: name }, popover: { positionAnchor: name } };
}

/** Call it when the popover opens. */
export function followTrigger(trigger: HTMLElement, popover: HTMLElement): void {
  if (hasAnchors) return;
  const place = () => {
    if (popover.matches(':popover-open')) placeUnder(trigger, popover);
    else removeEventListener('scroll', place, true);
  };
  place();
  addEventListener('scroll', place, true);
}

/** Places the popover below the trigger, or above it when there is no room below. */
function placeUnder(trigger: HTMLElement, popover: HTMLElement): void {
  const at = trigger.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = popover;
  const fitsBelow = at.bottom + 8 + height <= innerHeight;
  popover.style.top = `${Math.max(0, fitsBelow ? at.bottom : at.top - 8 - height)}px`;
  const fitsRight = at.left + width <= innerWidth - 8;
  popover.style.left = `${Math.max(8, fitsRight ? at.left : at.right - width)}px`;
}
