/** The operator and page on whose behalf a request is sent. */
export interface Requester {
  operator: string
  page: string
  /** The operator's id; absent for requests of the gateway itself. */
  person?: string
  /** It is not sent again if the connection breaks, since nobody waits for it. */
  isSpare?: boolean
}
