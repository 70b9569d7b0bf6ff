/** Put a text on the clipboard. Where the browser does not let us, it says so. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    if (!copyByHand(text)) throw new Error("This browser does not let the page copy.");
  }
}

/** The clipboard is closed to pages without https: select the text somewhere and press the keys. */
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
