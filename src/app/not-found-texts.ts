/** Texts of the page for an address that does not exist. In a file of their own, so that the first page does not load them. */
export const noSuchPage = {
  message: 'There is no page at this address.',
  advice: 'Check the address, or search with Ctrl K.',
}
