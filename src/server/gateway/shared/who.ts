/** For whom a request is sent. */
export interface Who {
  operator: string
  page: string
  /** The operator's id, where it is for one of them. */
  person?: string
}
