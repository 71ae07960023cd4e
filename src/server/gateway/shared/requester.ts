/** For whom a request is sent. */
export interface Requester {
  operator: string
  page: string
  /** The operator's id, where it is for one of them. */
  person?: string
}
