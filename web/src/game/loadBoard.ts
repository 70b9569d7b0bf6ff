/** Boards, each decoded once. */
import { getBoardFile } from "../api/boardFiles";
import { decodeBoard, type Board, type BoardJson } from "../board/boardFile";

const boards = new Map<string, Promise<Board>>();

/** The board at an address. */
export function loadBoard(address: string): Promise<Board> {
  const known = boards.get(address);
  if (known) return known;
  const loading = getBoardFile<BoardJson>(address).then(decodeBoard);
  boards.set(address, loading);
  loading.catch(() => boards.delete(address));
  return loading;
}
