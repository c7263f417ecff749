/**
 * XXH64 with seed 0 (xxHash specification 0.1.1), the content checksum of Zstandard frames (RFC 8878 §3.1.1). The four
 * lanes are kept in halves of 32 bits: with BigInt a lane's step takes twenty times as long.
 */
const P1 = 0x9e3779b185ebca87n;
const P2 = 0xc2b2ae3d27d4eb4fn;
const P3 = 0x165667b19e3779f9n;
const P4 = 0x85ebca77c2b2ae63n;
const P5 = 0x27d4eb2f165667c5n;

const STRIPE = 32;
const LANES = 4;

export class Xxh64 {
  /** High and low half of each lane. */
  readonly #lanes = new Int32Array(2 * LANES);
  /** The last, unfinished stripe. */
  readonly #rest = Buffer.alloc(STRIPE);
  #length = 0;

  constructor() {
    for (const [i, lane] of [P1 + P2, P2, 0n, -P1].entries()) {
      this.#lanes[2 * i] = Number(BigInt.asIntN(32, lane >> 32n));
      this.#lanes[2 * i + 1] = Number(BigInt.asIntN(32, lane));
    }
  }

  update(bytes: Uint8Array): void {
    const held = this.#length % STRIPE;
    this.#length += bytes.length;
    let at = 0;
    if (held > 0) {
      at = Math.min(STRIPE - held, bytes.length);
      this.#rest.set(bytes.subarray(0, at), held);
      if (held + at < STRIPE) return;
      this.#stripes(this.#rest, 0, STRIPE);
    }
    const end = bytes.length - ((bytes.length - at) % STRIPE);
    this.#stripes(bytes, at, end);
    this.#rest.set(bytes.subarray(end));
  }

  /** 64 bits; more may follow. */
  digest(): bigint {
    let hash = this.#length < STRIPE ? P5 : this.#joined();
    hash = u64(hash + BigInt(this.#length));
    const rest = this.#rest.subarray(0, this.#length % STRIPE);
    let at = 0;
    for (; at + 8 <= rest.length; at += 8)
      hash = u64(rotl(hash ^ round(0n, rest.readBigUInt64LE(at)), 27n) * P1 + P4);
    for (; at + 4 <= rest.length; at += 4)
      hash = u64(rotl(hash ^ u64(BigInt(rest.readUInt32LE(at)) * P1), 23n) * P2 + P3);
    for (; at < rest.length; at++) hash = u64(rotl(hash ^ u64(BigInt(rest[at]!) * P5), 11n) * P1);
    hash = u64((hash ^ (hash >> 33n)) * P2);
    hash = u64((hash ^ (hash >> 29n)) * P3);
    return hash ^ (hash >> 32n);
  }

  #joined(): bigint {
    const lanes = Array.from({ length: LANES }, (_, i) => {
      const high = BigInt(this.#lanes[2 * i]! >>> 0);
      return (high << 32n) | BigInt(this.#lanes[2 * i + 1]! >>> 0);
    }) as [bigint, bigint, bigint, bigint];
    const [a, b, c, d] = lanes;
    const sum = u64(rotl(a, 1n) + rotl(b, 7n) + rotl(c, 12n) + rotl(d, 18n));
    return lanes.reduce((hash, lane) => u64((hash ^ round(0n, lane)) * P1 + P4), sum);
  }

  #stripes(bytes: Uint8Array, from: number, end: number): void {
    const lanes = this.#lanes;
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    for (let i = 0; i < LANES; i++) {
      let high = lanes[2 * i]!;
      let low = lanes[2 * i + 1]!;
      for (let at = from + 8 * i; at < end; at += STRIPE) {
        const inLow = view.getInt32(at, true);
        // lane + input × P2
        const productLow = Math.imul(inLow, 0x27d4eb4f);
        const productHigh =
          highOf(inLow, 0x27d4eb4f) +
          Math.imul(view.getInt32(at + 4, true), 0x27d4eb4f) +
          Math.imul(inLow, 0xc2b2ae3d);
        const sumLow = (low + productLow) | 0;
        const carry = sumLow >>> 0 < low >>> 0 ? 1 : 0;
        const sumHigh = (high + productHigh + carry) | 0;
        // rotated left by 31, × P1
        const turnedLow = (sumLow << 31) | (sumHigh >>> 1);
        const turnedHigh = (sumHigh << 31) | (sumLow >>> 1);
        low = Math.imul(turnedLow, 0x85ebca87);
        high =
          (highOf(turnedLow, 0x85ebca87) +
            Math.imul(turnedHigh, 0x85ebca87) +
            Math.imul(turnedLow, 0x9e3779b1)) |
          0;
      }
      lanes[2 * i] = high;
      lanes[2 * i + 1] = low;
    }
  }
}

/** The high 32 of the 64 bits of a product, both factors taken as unsigned. */
function highOf(a: number, b: number): number {
  const a0 = a & 0xffff;
  const a1 = a >>> 16;
  const b0 = b & 0xffff;
  const b1 = b >>> 16;
  const cross = a1 * b0;
  const middle = a0 * b1 + (Math.imul(a0, b0) >>> 16) + (cross & 0xffff);
  return (a1 * b1 + Math.floor(cross / 0x10000) + Math.floor(middle / 0x10000)) | 0;
}

function round(lane: bigint, input: bigint): bigint {
  return u64(rotl(u64(lane + input * P2), 31n) * P1);
}

function rotl(word: bigint, by: bigint): bigint {
  return u64((word << by) | (word >> (64n - by)));
}

function u64(word: bigint): bigint {
  return BigInt.asUintN(64, word);
}
