/**
 * Limits an LRUCache to a number of entries. The library's own `max` reserves the memory of all entries at once, which for the large
 * caches took a third of the time to create a gateway.
 *
 * @returns options for the cache's constructor
 */
export const atMost = (entries: number) => ({ maxSize: entries, sizeCalculation: () => 1 })
