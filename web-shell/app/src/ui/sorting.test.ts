import { expect, test } from "vitest";
import { sortingOf } from "./sorting";

/** A list that is sorted by the newest first unless the address says otherwise. */
function list(sort: string) {
  const address = { sort };
  const filter = {
    get: (name: string) => address[name as "sort"],
    set: (_: string, value: string) => {
      address.sort = value;
    },
  };
  return { address, sorting: () => sortingOf(filter, ["joined", "name"], { by: "joined", order: "desc" }) };
}

test("the address says by which column a list is sorted, and in which direction", () => {
  expect(list("").sorting()).toMatchObject({ by: "joined", order: "desc" });
  expect(list("name").sorting()).toMatchObject({ by: "name", order: "asc" });
  expect(list("-name").sorting()).toMatchObject({ by: "name", order: "desc" });
  expect(list("-secret").sorting()).toMatchObject({ by: "joined", order: "desc" });
});

test("a second press of a column turns the direction, and the usual order leaves the address", () => {
  const { address, sorting } = list("");
  sorting().onSort("name", "asc");
  expect(address.sort).toBe("name");
  sorting().onSort("name", "asc");
  expect(address.sort).toBe("-name");
  sorting().onSort("joined", "desc");
  expect(address.sort).toBe("");
  sorting().onSort("joined", "desc");
  expect(address.sort).toBe("joined");
});
