/** Copy a text to the clipboard; throws if the browser does not allow it. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    if (!copyByHand(text)) throw new Error("This browser does not let the page copy.");
  }
}

/** Without https the clipboard is unavailable: select the text in a hidden field and use the copy command. */
function copyByHand(text: string): boolean {
  const before = document.activeElement;
  const field = document.createElement("textarea");
  field.value = text;
  // Outside an open dialogue nothing can be selected.
  (before?.closest("dialog") ?? document.body).append(field);
  field.select();
  const isCopied = document.execCommand("copy");
  field.remove();
  if (before instanceof HTMLElement) before.focus();
  return isCopied;
}
