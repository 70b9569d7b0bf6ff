import type { Receipt } from "../api/types";

/** A receipt as text to keep: its code, the moment, and every order. */
export function makeReceiptText(receipt: Receipt, title: string): string {
  return [`Receipt ${receipt.code}`, `${title}, ${receipt.at}`, "", ...receipt.orders, ""].join("\n");
}
