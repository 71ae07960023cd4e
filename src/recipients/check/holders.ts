/**
 * Who holds a number that several rows have: the row that asks first. A table of places in plain memory, open addressing: a Map of
 * fifty thousand numbers costs more than all other checking.
 */

const [odd, otherOdd] = [0x9e3779b1, 0x85ebca6b]
const high = 2 ** 32

/**
 * @param numbers by the places of their rows; a whole number each
 * @returns takes a row's place; gives the place of the row that asked first with the same number, itself if none did
 */
export function createHolders(numbers: Float64Array): (at: number) => number {
  const bits = Math.ceil(Math.log2(numbers.length * 2 + 2))
  const mask = 2 ** bits - 1
  /** A place and one more; 0: nobody's. */
  const slots = new Int32Array(mask + 1)
  return (at) => {
    const number = numbers[at] ?? 0
    const hash = Math.imul(number | 0, odd) ^ Math.imul((number / high) | 0, otherOdd)
    // The upper bits are the well mixed ones.
    let slot = hash >>> (32 - bits)
    for (;;) {
      const holder = (slots[slot] ?? 0) - 1
      if (holder < 0) {
        slots[slot] = at + 1
        return at
      }
      if (numbers[holder] === number) return holder
      slot = (slot + 1) & mask
    }
  }
}
