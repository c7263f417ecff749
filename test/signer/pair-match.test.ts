import { expect, test } from 'vitest';
import { type CompletedOne, type EqualCalls, matchEqual, type ToldOne } from '../../src/signer/pair-match.ts';

const told = (place: number, text: string | undefined, more: Partial<ToldOne> = {}): ToldOne => ({
  ...{ place, lane: '', end: text === undefined ? undefined : place, ran: true },
  texts: new Set(text === undefined ? [] : [text]),
  ...more,
});

/** A completion that is one of the calls 1 and 2, unless stated. */
const done = (seq: number, text: string, of: Partial<CompletedOne> = {}): CompletedOne => ({
  ...{ seq, decided: undefined, among: [1, 2], texts: new Set([text]) },
  ...of,
});

function pairs(calls: Partial<EqualCalls>) {
  const found = matchEqual({ decided: [1, 2], told: [], completed: [], ordered: false, ...calls });
  return found.map((pair) => [pair.told.place, pair.decided, pair.completed?.seq, pair.how]);
}

test('a completion belongs to the call whose result it has, and that to the decision in its place', () => {
  const calls = { told: [told(0, 'a'), told(1, 'b')], completed: [done(11, 'b'), done(12, 'a')] };
  expect(pairs(calls)).toEqual([
    [1, 2, 11, 'result'],
    [0, 1, 12, 'result'],
  ]);
});

test('a call whose result is not told yet is waited for, and the other one paired', () => {
  const calls = { told: [told(0, undefined), told(1, 'b')], completed: [done(11, 'b'), done(12, 'a')] };
  expect(pairs(calls)).toEqual([[1, 2, 11, 'result']]);
});

test('nothing is paired while the transcript has fewer of the calls than were decided', () => {
  expect(pairs({ told: [told(0, 'b')], completed: [done(11, 'b'), done(12, 'a')] })).toEqual([]);
});

test('later equal decisions do not keep the ones before from being paired', () => {
  const calls = { told: [told(0, 'a'), told(1, 'b')], completed: [done(11, 'b'), done(12, 'a')] };
  expect(pairs({ ...calls, decided: [1, 2, 20] })).toEqual([
    [1, 2, 11, 'result'],
    [0, 1, 12, 'result'],
  ]);
});

test('equal results are paired by the order of results where the harness keeps it', () => {
  const calls = {
    told: [told(0, 'a', { end: 1 }), told(1, 'a', { end: 0 })],
    completed: [done(11, 'a'), done(12, 'a')],
  };
  expect(pairs({ ...calls, ordered: true })).toEqual([
    [1, 2, 11, 'order'],
    [0, 1, 12, 'order'],
  ]);
  expect(pairs({ ...calls, ordered: false })).toEqual([
    [0, 1, 11, 'fifo'],
    [1, 2, 12, 'fifo'],
  ]);
});

test('the last completion belongs to the last call, whatever its text', () => {
  const calls = { told: [told(0, 'cut short'), told(1, 'b')], completed: [done(11, 'b'), done(12, 'whole')] };
  expect(pairs(calls)).toEqual([
    [1, 2, 11, 'result'],
    [0, 1, 12, 'result'],
  ]);
});

test('several completions whose texts no call has are guessed at, or ordered by results', () => {
  const calls = {
    told: [told(0, 'x', { end: 1 }), told(1, 'y', { end: 0 })],
    completed: [done(11, 'v'), done(12, 'w')],
  };
  expect(pairs(calls)).toEqual([
    [0, 1, 11, 'fifo'],
    [1, 2, 12, 'fifo'],
  ]);
  expect(pairs({ ...calls, ordered: true }).map(([place, decided, seq]) => [place, decided, seq])).toEqual([
    [1, 2, 11],
    [0, 1, 12],
  ]);
});

test('a call that was denied takes no completion, and keeps its place', () => {
  const calls = { told: [told(0, 'no', { ran: false }), told(1, 'b')], completed: [done(11, 'b')] };
  expect(pairs(calls)).toEqual([
    [1, 2, 11, 'result'],
    [0, 1, undefined, 'order'],
  ]);
});

test('calls of two agents have no common order', () => {
  const calls = {
    told: [told(0, 'a'), told(1, 'b', { lane: 'k1' })],
    completed: [done(11, 'b'), done(12, 'a')],
  };
  expect(pairs(calls)).toEqual([]);
});

test('a completion is not given a call that it cannot be of', () => {
  const calls = { told: [told(0, 'a'), told(1, 'b')], completed: [done(11, 'a', { among: [2] })] };
  expect(pairs(calls)).toEqual([]);
});

test('the only call with its arguments gets the id of the only one that the transcript has', () => {
  const known = done(11, 'whole', { decided: 1, among: [] });
  expect(pairs({ decided: [1], told: [told(0, 'cut')], completed: [known] })).toEqual([
    [0, 1, undefined, 'arguments'],
  ]);
});

test('a call that ended without a post event may be an older one: it is not taken for a decided one', () => {
  expect(pairs({ decided: [1], told: [told(0, 'a')], completed: [] })).toEqual([]);
});

test('equal calls one after the other, with equal results, are paired in their order', () => {
  const completed = [1, 2].map((decided) => done(10 + decided, 'a', { decided, among: [] }));
  expect(pairs({ told: [told(0, 'a'), told(1, 'a')], completed })).toEqual([
    [0, 1, undefined, 'order'],
    [1, 2, undefined, 'order'],
  ]);
});
