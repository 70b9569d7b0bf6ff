/** The tasks of a lesson, compared with the orders. */
import type { GuideTask } from "../api/types";
import type { OrderLine } from "../board/types";
import { spaceOf } from "../game/spaces";

type Ordered = Pick<OrderLine, "kind" | "unit" | "to" | "of" | "rejected">;

/** True if one of the orders that a task asks for has been set. An army's route over the sea does not matter. */
export function isTaskDone(task: GuideTask, orders: readonly Ordered[]): boolean {
  return task.orders.some((wanted) => orders.some((order) => !order.rejected && isSame(order, wanted)));
}

function isSame(order: Ordered, wanted: Ordered): boolean {
  return order.kind === wanted.kind && order.unit === wanted.unit && isSamePlace(order.to, wanted.to) && isSamePlace(order.of, wanted.of);
}

function isSamePlace(one: string | null | undefined, other: string | null | undefined): boolean {
  return (one ? spaceOf(one) : "") === (other ? spaceOf(other) : "");
}

/** The first task that is not done yet. */
export function findNextTask(tasks: readonly GuideTask[], orders: readonly Ordered[]): GuideTask | null {
  return tasks.find((task) => !isTaskDone(task, orders)) ?? null;
}

/** Where to point on the board: at the unit; once it is in hand, at the other spaces in its order. */
export function listPointed(task: GuideTask | null, selected: string | null): string[] {
  const order = task?.orders[0];
  if (!order?.at) return [];
  const at = spaceOf(order.at);
  const rest = [order.of, order.to].flatMap((place) => (place ? [spaceOf(place)] : []));
  return selected === at && rest.length ? rest : [at];
}

/** All spaces that some tasks are about. */
export function listSpaces(tasks: readonly GuideTask[]): string[] {
  const places = tasks.flatMap(({ orders: [order] }) => [order?.at, order?.of, order?.to]);
  return [...new Set(places.flatMap((place) => (place ? [spaceOf(place)] : [])))];
}
