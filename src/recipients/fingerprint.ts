/** What tells the same recipients from others, whatever their order, spelling or other columns. */

/**
 * The numbers as one text, sorted and each once. It holds personal data: keep only a keyed hash of it (design: the ledger).
 *
 * @param numbers E.164
 */
export function recipientsText(numbers: Iterable<string>): string {
  return [...new Set(numbers)].toSorted().join('\n')
}
