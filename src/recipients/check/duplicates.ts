/**
 * Finds rows with the same number. Uses a typed array with open addressing, because a Map of fifty thousand numbers would be slower than
 * all other checks together.
 */

const [odd, otherOdd] = [0x9e3779b1, 0x85ebca6b]
const high = 2 ** 32

/**
 * @param numbers an integer for each row
 * @returns a function that takes a row's index and returns the index of the row with this number that was passed first, or the row itself
 */
export function createDuplicateFinder(numbers: Float64Array): (at: number) => number {
  const bits = Math.ceil(Math.log2(numbers.length * 2 + 2))
  const mask = 2 ** bits - 1
  /** Row index + 1; 0: free. */
  const slots = new Int32Array(mask + 1)
  return (at) => {
    const number = numbers[at] ?? 0
    const hash = Math.imul(number | 0, odd) ^ Math.imul((number / high) | 0, otherOdd)
    // The upper bits are mixed best.
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
