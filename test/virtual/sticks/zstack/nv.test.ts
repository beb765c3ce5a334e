/** The stick's memory: items, tables, and the rest in a cleared one. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ITEM, Nv, TABLE } from "../../../../src/virtual/sticks/zstack/nv.ts";

const IEEE = Buffer.from("0807060504030201", "hex");
const SEED = Buffer.alloc(16, 9);
const ROW = Buffer.alloc(12, 1);
const EMPTY = Buffer.alloc(12);
const configured = () => {
  const nv = new Nv(IEEE, SEED);
  nv.setItem(ITEM.CONFIGURED, Buffer.of(0x55));
  return nv;
};

test("one that serves shows a few free rows behind the used ones", () => {
  const nv = configured();
  assert.ok(nv.setRow(TABLE.ADDRESSES, 2, ROW));
  assert.deepEqual(nv.row(TABLE.ADDRESSES, 1), EMPTY);
  assert.deepEqual(nv.row(TABLE.ADDRESSES, 2), ROW);
  assert.deepEqual(nv.row(TABLE.ADDRESSES, 18), EMPTY);
  assert.equal(nv.row(TABLE.ADDRESSES, 19), undefined);
});

test("one that is to be restored has room for a large house", () => {
  const nv = new Nv(IEEE, SEED);
  assert.deepEqual(nv.row(TABLE.ADDRESSES, 299), EMPTY);
  assert.equal(nv.row(TABLE.ADDRESSES, 300), undefined);
});

test("a row of no table, no place, or of the wrong length is not written", () => {
  const nv = configured();
  assert.equal(nv.setRow(99, 0, ROW), false);
  assert.equal(nv.setRow(TABLE.ADDRESSES, 400, ROW), false);
  assert.equal(nv.setRow(TABLE.ADDRESSES, 0, Buffer.alloc(3)), false);
});

test("rows that are empty again give their room back", () => {
  const nv = configured();
  nv.setRow(TABLE.ADDRESSES, 5, ROW);
  nv.setRow(TABLE.ADDRESSES, 5, EMPTY);
  assert.deepEqual(nv.rows(TABLE.ADDRESSES), []);
});

test("cleared, it knows its own address and nothing of a network", () => {
  const nv = configured();
  const other = Buffer.alloc(8, 5);
  nv.setItem(ITEM.IEEE, other);
  nv.setItem(ITEM.NIB, Buffer.alloc(116));
  nv.setRow(TABLE.ADDRESSES, 0, ROW);
  nv.clear();
  assert.deepEqual(nv.item(ITEM.IEEE), other);
  assert.equal(nv.item(ITEM.NIB), undefined);
  assert.equal(nv.item(ITEM.CONFIGURED), undefined);
  assert.deepEqual(nv.rows(TABLE.ADDRESSES), []);
});

test("saved as JSON and read again, it is the same", () => {
  const nv = configured();
  nv.setRow(TABLE.LINK_KEYS, 1, Buffer.alloc(20, 3));
  const again = new Nv(Buffer.alloc(8), Buffer.alloc(16), JSON.parse(JSON.stringify(nv.save())));
  assert.deepEqual(again.save(), nv.save());
  assert.deepEqual(again.item(ITEM.LINK_KEY_SEED), SEED);
});

test("bytes that are handed in may be changed afterwards", () => {
  const nv = configured();
  const bytes = Buffer.of(1);
  nv.setItem(7, bytes);
  bytes[0] = 2;
  assert.deepEqual(nv.item(7), Buffer.of(1));
});
