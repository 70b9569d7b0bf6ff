/** Board files are large and never change under one address: each is fetched and decoded once. */
import { get } from "../api/client";
import { decodeBoard, type Board, type BoardJson } from "../board/boardFile";

const boards = new Map<string, Promise<Board>>();

/** The board at an address. */
export function loadBoard(address: string): Promise<Board> {
  const known = boards.get(address);
  if (known) return known;
  const loading = get<BoardJson>(address).then(decodeBoard);
  boards.set(address, loading);
  loading.catch(() => boards.delete(address));
  return loading;
}
