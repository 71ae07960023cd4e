/** Identifies a set of recipients, whatever their order, spelling or other columns. */

/**
 * The distinct numbers, sorted, in one string: the input of the fingerprint. This is personal data, so only a keyed hash of it may be stored (design: the ledger).
 *
 * @param numbers E.164
 */
export function fingerprintInput(numbers: Iterable<string>): string {
  return [...new Set(numbers)].toSorted().join('\n')
}
